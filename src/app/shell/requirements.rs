//! What the designer needs of the system: a display and a Vulkan driver. Looked
//! for before the window is opened, since without them Bevy panics.

use std::ffi::{CStr, c_char, c_void};

/// What is missing, as a message for the user.
#[derive(Debug, thiserror::Error)]
pub(in crate::app) enum Missing {
    /// Neither X nor Wayland.
    #[error("there is no display (DISPLAY and WAYLAND_DISPLAY are not set)")]
    Display,
    /// No library that loads drivers.
    #[error("the Vulkan loader is missing ({0})")]
    VulkanLoader(String),
    /// The loader finds no device.
    #[error("no Vulkan driver is installed")]
    VulkanDriver,
}

impl Missing {
    /// Returns the message with what to do about it.
    pub(in crate::app) fn advice(&self) -> String {
        format!(
            "mondrian: the designer cannot open its window: {self}.\n\
             On Debian and Ubuntu it needs these packages:\n    \
             apt install libvulkan1 mesa-vulkan-drivers libx11-6 libxcursor1 libxi6 \
             libxkbcommon0 libxkbcommon-x11-0 libx11-xcb1\n\
             The command line works without them: see `mondrian --help`."
        )
    }
}

/// Says what is missing.
pub(in crate::app) fn check() -> Result<(), Missing> {
    if cfg!(target_os = "linux") {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
            return Err(Missing::Display);
        }
        check_vulkan()?;
    }
    Ok(())
}

/// `VkApplicationInfo` left out: a null pointer stands for the defaults.
#[repr(C)]
struct InstanceCreateInfo {
    structure_type: i32,
    next: *const c_void,
    flags: u32,
    application_info: *const c_void,
    layer_count: u32,
    layer_names: *const *const c_char,
    extension_count: u32,
    extension_names: *const *const c_char,
}

type Instance = *mut c_void;
type CreateInstance =
    unsafe extern "C" fn(*const InstanceCreateInfo, *const c_void, *mut Instance) -> i32;
type EnumerateDevices = unsafe extern "C" fn(Instance, *mut u32, *mut c_void) -> i32;
type DestroyInstance = unsafe extern "C" fn(Instance, *const c_void);

/// Counts the devices that Vulkan offers.
fn check_vulkan() -> Result<(), Missing> {
    const LOADER: &str = "libvulkan.so.1";
    const CREATE: &CStr = c"vkCreateInstance";
    const ENUMERATE: &CStr = c"vkEnumeratePhysicalDevices";
    const DESTROY: &CStr = c"vkDestroyInstance";
    let missing = |error: libloading::Error| Missing::VulkanLoader(error.to_string());
    let info = InstanceCreateInfo {
        structure_type: 1, // VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
        next: std::ptr::null(),
        flags: 0,
        application_info: std::ptr::null(),
        layer_count: 0,
        layer_names: std::ptr::null(),
        extension_count: 0,
        extension_names: std::ptr::null(),
    };
    // SAFETY: these are the signatures of Vulkan 1.0; the instance is destroyed
    // before the library is closed, and nothing of it is kept.
    let devices = unsafe {
        let library = libloading::Library::new(LOADER).map_err(missing)?;
        let create: libloading::Symbol<CreateInstance> =
            library.get(CREATE.to_bytes_with_nul()).map_err(missing)?;
        let enumerate: libloading::Symbol<EnumerateDevices> =
            library.get(ENUMERATE.to_bytes_with_nul()).map_err(missing)?;
        let destroy: libloading::Symbol<DestroyInstance> =
            library.get(DESTROY.to_bytes_with_nul()).map_err(missing)?;
        let mut instance: Instance = std::ptr::null_mut();
        if create(&raw const info, std::ptr::null(), &raw mut instance) != 0 {
            return Err(Missing::VulkanDriver);
        }
        let mut devices = 0_u32;
        enumerate(instance, &raw mut devices, std::ptr::null_mut());
        destroy(instance, std::ptr::null());
        devices
    };
    if devices == 0 { Err(Missing::VulkanDriver) } else { Ok(()) }
}
