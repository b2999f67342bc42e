#pragma once

namespace hw::ui {

/// Makes the things on the map known to screen readers, by name and in words. Once per program.
void installMapAccessibility();

} // namespace hw::ui
