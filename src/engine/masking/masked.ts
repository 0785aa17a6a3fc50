declare const masked: unique symbol

/** A value after the masking of its workspace, which may be stored. */
export type Masked<T> = T & { readonly [masked]: true }

/** Marks a value as masked. Call it only for values that were masked and for values from storage. */
export const markMasked = <T>(value: T): Masked<T> => value as Masked<T>
