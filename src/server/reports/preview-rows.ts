/** Rows computed for a pipeline while it is edited. */
export const previewRows = 4
