declare const minted: unique symbol

/** The id of a workspace. Authentication and jobs make it, never a number from a request. */
export type WorkspaceId = number & { readonly [minted]: 'workspace' }
