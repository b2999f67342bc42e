# A room is a folder that is a static library of the same name: engine/world/live -> hw_world_live.
#   hw_room(world/live DEPENDS base world LIBS Threads::Threads)
# DEPENDS names other rooms of the engine, LIBS libraries from outside.
function(hw_room path)
    cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBS;SOURCES" ${ARGN})
    set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${path})
    cmake_path(NORMAL_PATH folder)
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR}/engine ${folder})
    string(REPLACE "/" "_" name ${name})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${path}/*.cpp
                                        ${CMAKE_CURRENT_SOURCE_DIR}/${path}/*.h)
    if(NOT sources AND NOT ROOM_SOURCES)
        return()
    endif()
    list(TRANSFORM ROOM_DEPENDS REPLACE "/" "_")
    # A room that has no files yet is no library yet.
    list(TRANSFORM ROOM_DEPENDS PREPEND "$<TARGET_NAME_IF_EXISTS:hw_")
    list(TRANSFORM ROOM_DEPENDS APPEND ">")
    add_library(hw_${name} STATIC ${sources} ${ROOM_SOURCES})
    set_target_properties(hw_${name} PROPERTIES LINKER_LANGUAGE CXX)
    target_include_directories(hw_${name} PUBLIC ${CMAKE_SOURCE_DIR})
    target_link_libraries(hw_${name} PUBLIC ${ROOM_DEPENDS} ${ROOM_LIBS})
    set_property(GLOBAL APPEND PROPERTY HW_ROOMS hw_${name})
endfunction()
