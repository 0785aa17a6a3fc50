/** What a pipeline shows while it is being edited. */
export const previewRows = 4
