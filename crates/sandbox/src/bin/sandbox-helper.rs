//! The helper as a program of its own: it isolates itself when a [`sandbox::Sandbox`] starts it, and does no more.

fn main() -> std::process::ExitCode {
    sandbox::helper_main_if_requested();
    std::process::ExitCode::from(2)
}
