/**
 * Whether a new sheet begins with an empty row. The vendor's Python SDK that does not block takes that row away again
 * before an evaluation, and cannot: it passes a body to httpx's `delete`, which takes none, and `aevaluate` ends there.
 */
export const takesStarterRow = (userAgent: string): boolean =>
  !(userAgent.startsWith('promptlayer-python/') && userAgent.includes('python-httpx/'))
