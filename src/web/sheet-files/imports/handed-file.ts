let handed: File | undefined

/** Hands the file of a new table to the dialog that imports it. */
export const handFile = (file: File | undefined): void => {
  handed = file
}

/** The handed file, once. */
export const handedFile = (): File | undefined => {
  const file = handed
  handed = undefined
  return file
}
