/** For an element that scrolls: it must take the focus, or the keyboard cannot scroll it. */
export const keyboardScroll = { tabIndex: 0 } as const
