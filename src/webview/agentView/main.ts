import './agentView.css';
import { startPage } from '../common/startPage.ts';
import { AgentView } from './agentView.ts';

startPage('agent-view', { 'agent-view': AgentView });
