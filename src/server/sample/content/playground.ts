import { promptPublications } from './prompts.ts'
import type { Ticket } from './tickets.ts'

const prompt = 'ticket-triage'
const caseCount = 4

/** Versions 2 and 3 of `ticket-triage` with tickets as cases. */
export function samplePlayground(tickets: readonly Ticket[]) {
  const versions = promptPublications.filter(({ prompt_template }) => prompt_template.prompt_name === prompt)
  return {
    variants: versions
      .slice(1)
      .flatMap(({ prompt_version: { prompt_template: template, metadata } }, index) =>
        template.type === 'chat' ? [{ prompt, version: index + 2, template, metadata }] : [],
      ),
    cases: tickets.slice(0, caseCount).map(({ text: ticket, plan, category: expected }) => ({
      values: { ticket, plan, expected },
    })),
    scorers: [
      { kind: 'json' as const, name: 'JSON' },
      { kind: 'contains' as const, name: 'Right category', variable: 'expected' },
      { kind: 'cost' as const, name: 'Below $0.001', max: '0.001' },
    ],
  }
}
