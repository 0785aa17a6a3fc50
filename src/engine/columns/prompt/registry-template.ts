import { type Fields, isFields } from '../../json/fields.ts'

/** The registry template that a column with this config runs; loops have it in `prompt_config`. */
export const registryTemplateIn = (config: Fields): Fields | null =>
  objectAt(config, 'template') ?? objectAt(objectAt(config, 'prompt_config'), 'template')

/** The config with another registry template. */
export function withRegistryTemplate(config: Fields, template: Fields): Fields {
  if (objectAt(config, 'template')) return { ...config, template }
  return { ...config, prompt_config: { ...objectAt(config, 'prompt_config'), template } }
}

function objectAt(value: Fields | null, key: string): Fields | null {
  const inner = value !== null && Object.hasOwn(value, key) ? value[key] : null
  return isFields(inner) ? inner : null
}
