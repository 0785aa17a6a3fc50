/** Props of an element that scrolls: the keyboard can scroll it only if it takes the focus. */
export const keyboardScroll = { tabIndex: 0 } as const
