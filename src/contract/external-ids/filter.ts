interface ExternalIdFilter {
  readonly external_source?: string
  readonly external_id?: string
}

export const hasCompleteExternalId = (query: ExternalIdFilter): boolean =>
  (query.external_source === undefined) === (query.external_id === undefined)
export const incompleteExternalId = {
  path: ['external_id'],
  message: 'external_source and external_id must come together',
}
