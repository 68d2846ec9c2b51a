print("all in")
