/** The configuration is not valid; the message names the variable and its allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
