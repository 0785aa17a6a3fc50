import type { Change } from '../../../engine/template/diff/index.ts'

/** The part of a diff that shows the change. */
export function partOf({ path }: Change): 'text' | 'tools' | 'format' | 'parameters' {
  const [root, key, ...rest] = path
  if (root === 'template') {
    if (key === undefined || key === 'messages' || key === 'content' || key === 'template_format')
      return 'text'
    if (key === 'tools' || key === 'functions') return 'tools'
  }
  return key === 'model' && rest[0] === 'parameters' && rest[1] === 'response_format'
    ? 'format'
    : 'parameters'
}
