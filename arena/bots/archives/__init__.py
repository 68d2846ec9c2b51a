"""What strangers hand in and what builds leave: checked before anything is unpacked, kept as tar files of one form."""
