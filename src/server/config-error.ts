/** The settings are not usable; the message names the variable and what it may be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
