/**
 * Whether a new sheet gets an empty row. The vendor's async Python SDK tries to delete that row before an evaluation and fails:
 * it passes a body to httpx's `delete`, which accepts none, so `aevaluate` ends there.
 */
export const takesStarterRow = (userAgent: string): boolean =>
  !(userAgent.startsWith('promptlayer-python/') && userAgent.includes('python-httpx/'))
