# Nearly two hundred test programs are linked: lld takes a fifth of ld's time for each, and packed
# debug information a third of the room on the disk. Without lld all works as well, but slower.
find_program(HW_LLD ld.lld)
mark_as_advanced(HW_LLD)
if(HW_LLD)
    add_link_options(-fuse-ld=lld)
endif()
add_link_options(-Wl,--compress-debug-sections=zlib)
