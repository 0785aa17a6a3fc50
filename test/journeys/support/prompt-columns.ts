/** The config of a column that calls a model, with a template of its own. */
export function promptColumn(text: string, mappings: Readonly<Record<string, string>>) {
  return {
    inline_template: {
      inline: true,
      prompt_template: {
        type: 'chat',
        messages: [{ role: 'user', content: [{ type: 'text', text }] }],
        input_variables: Object.keys(mappings),
      },
      metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: {} } },
    },
    prompt_template_variable_mappings: mappings,
  }
}
