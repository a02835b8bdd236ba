metadata description = 'Where the OpenTelemetry Collector of the cluster sends traces and metrics, and Azure Load Testing.'

param prefix string
param location string

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: '${prefix}-logs'
  location: location
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: 30
    // The load of a study is traced: an upper limit on what a day costs.
    workspaceCapping: { dailyQuotaGb: 5 }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: '${prefix}-insights'
  location: location
  kind: 'web'
  properties: { Application_Type: 'web', WorkspaceResourceId: workspace.id }
}

resource loadTest 'Microsoft.LoadTestService/loadTests@2022-12-01' = {
  name: '${prefix}-load'
  location: location
  identity: { type: 'SystemAssigned' }
  properties: { description: 'Load on the gateway, from the subnet load' }
}

output insightsName string = insights.name
