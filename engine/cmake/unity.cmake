# Several files of a room in one go: a build from nothing (HW_UNITY) takes a third of the time; a
# change of one file then costs more. Files that name their own things as their neighbours do are
# compiled alone; a room's files never share a translation unit with another room's.
function(hw_unity)
    file(STRINGS ${CMAKE_SOURCE_DIR}/engine/cmake/unity_alone.txt alone REGEX "^[^#]")
    get_property(rooms GLOBAL PROPERTY HW_ROOMS)
    foreach(room ${rooms} hw_ui hw_test_support hw_synthetic hw_commands hw_session)
        if(NOT TARGET ${room})
            continue()
        endif()
        set_target_properties(${room} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
        foreach(file ${alone})
            set_source_files_properties(${CMAKE_SOURCE_DIR}/${file} TARGET_DIRECTORY ${room}
                                        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endforeach()
    endforeach()
endfunction()
