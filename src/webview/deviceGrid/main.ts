import '../common/page.css';
import '../devicePanel/touch.css';
import './deviceGrid.css';
import { startPage } from '../common/startPage.ts';
import { DeviceGrid } from './deviceGrid.ts';
import { GridTile } from './gridTile.ts';

startPage('device-grid', { 'grid-tile': GridTile, 'device-grid': DeviceGrid });
