export const PromptPage = () => null
