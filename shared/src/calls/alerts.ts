import { AlertPauseBody, Alerts } from '../alerts.ts';
import { defineCalls } from '../call.ts';

/** /api/admin/alerts: what the overview marks red, and who is notified of it (O1). */
export const alertsCalls = defineCalls('operators: overview', {
  'GET /admin/alerts': {
    summary: 'Alerts that stand and the latest others, who is notified, and the pause',
    reply: Alerts,
  },
  'PUT /admin/alerts/pause': {
    right: 'jobs',
    summary: 'Holds messages about alerts back until a time within 7 days, or again sends them; audited',
    body: AlertPauseBody,
    reply: Alerts,
  },
});
