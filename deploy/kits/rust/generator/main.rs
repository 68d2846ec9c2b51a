//! Writes the stubs of a descriptor set: generator SET FOLDER.
use prost::Message;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let set = std::fs::read(arguments.next().ok_or("no descriptor set")?)?;
    let folder = arguments.next().ok_or("no folder")?;
    tonic_build::configure()
        .build_server(false)
        .include_file("lib.rs")
        .out_dir(folder)
        .compile_fds(prost_types::FileDescriptorSet::decode(&set[..])?)?;
    Ok(())
}
