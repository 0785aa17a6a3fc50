export type { ErrorKind, Language, SandboxError, SandboxJob, SandboxOutcome } from './job.ts'
export { NoSandbox, SandboxBusy, SandboxUnavailable } from './job.ts'
export type { SandboxLevel } from './layers/launch.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
