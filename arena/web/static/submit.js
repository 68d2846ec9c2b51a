"use strict";
// Shows how much of an archive has been uploaded; without this script the form works all the same.
const form = document.getElementById("submit");
const progress = document.getElementById("progress");
const problem = document.getElementById("problem");

function refuse(text) {
  problem.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  problem.hidden = false;
  progress.hidden = true;
  form.querySelector("button").disabled = false;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "json";
  request.upload.addEventListener("progress", (sent) => {
    if (sent.lengthComputable) progress.value = sent.loaded / sent.total;
  });
  request.addEventListener("load", () => {
    const answer = request.response;
    if (answer && answer.place) location.assign(answer.place);
    else refuse(answer && answer.error ? answer.error : `the arena answered ${request.status}; try again`);
  });
  request.addEventListener("error", () => refuse("the connection broke; try again"));
  problem.hidden = true;
  progress.hidden = false;
  form.querySelector("button").disabled = true;
  request.send(new FormData(form));
});
