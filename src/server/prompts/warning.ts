import { missingVariables, variableNames } from '../../engine/template/render/index.ts'
import type { ExpandedVersion } from './load-template.ts'

/** Cached names, because finding them took longer than rendering. */
const namesOf = new WeakMap<ExpandedVersion, readonly string[]>()

/** The problems of a version that is served nevertheless; null without any. */
export function warningOf(
  loaded: ExpandedVersion,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const missing = variables ? missingVariables(knownNames(loaded), variables) : []
  const warnings = [
    missing.length > 0 && `Input variables without a value: ${missing.join(', ')}.`,
    loaded.missingConnections.length > 0 &&
      `Connections that cannot be found: ${loaded.missingConnections.join(', ')}.`,
    loaded.brokenSnippets.length > 0 && `Snippets that cannot be found: ${loaded.brokenSnippets.join(', ')}.`,
    loaded.brokenTools.length > 0 && `Tools that cannot be found: ${loaded.brokenTools.join(', ')}.`,
  ].filter((text) => text !== false)
  return warnings.length > 0 ? warnings.join(' ') : null
}

/** The variables in texts. Placeholders are left out, because they stand for messages and are often empty. */
export function textNames(loaded: ExpandedVersion): readonly string[] {
  const { template } = loaded
  if (template.type === 'completion') return knownNames(loaded)
  const placeholders = template.messages.flatMap((message) =>
    message.role === 'placeholder' ? [message.name] : [],
  )
  return knownNames(loaded).filter((name) => !placeholders.includes(name))
}

function knownNames(loaded: ExpandedVersion): readonly string[] {
  const cached = namesOf.get(loaded)
  if (cached) return cached
  const names = variableNames(loaded.template, loaded.version.metadata?.model?.parameters)
  namesOf.set(loaded, names)
  return names
}
