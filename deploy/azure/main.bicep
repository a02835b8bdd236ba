metadata description = 'DroneDelivery on Azure. Deployed twice, by ./up: once for each step.'

@description('Deployed first: partitions, which creates the containers and costs most. Afterwards: throughput.')
@allowed(['partitions', 'throughput'])
param step string

@description('Prefix of all names. With a suffix of the resource group it has to be unique where a name is public.')
@minLength(3)
@maxLength(12)
param prefix string = 'drones'

param location string = resourceGroup().location

@description('The person or program that seeds and reads the database: its object id in Microsoft Entra ID.')
param operatorId string

@description('RU/s of the containers after the step throughput. Azure allows no less than 1 % of the RU/s at creation.')
param throughput containerThroughput

@description('Those that the step partitions creates: the containers that do not exist.')
param newContainers containerName[] = []

@description('Size and number of the cluster\'s nodes. The study runs three replicas of each service.')
param nodeSize string = 'Standard_D4s_v5'

@minValue(1)
@maxValue(10)
param nodeCount int = 3

@description('A message is sent at half of this amount and when all of it is forecast, in the currency of the subscription.')
@minValue(1)
param budgetAmount int = 100

@description('First day of the current month, yyyy-MM-01.')
param budgetStart string

param budgetEmail string

@description('The namespace and service account of Delivery in the cluster.')
param deliveryServiceAccount string = 'drone-delivery:delivery'

import { containerName } from 'modules/partitions.bicep'
import { containerThroughput } from 'modules/throughput.bicep'

var suffix = uniqueString(resourceGroup().id)
var accountName = '${prefix}-${suffix}'
// By this prefix ./up finds the deployments of modules: to cancel a deployment does not cancel them.
var modulePrefix = deployment().name

// The containers' throughput is lowered before the account's limit, which may not be below it.
module loweredThroughput 'modules/throughput.bicep' = if (step == 'throughput') {
  name: '${modulePrefix}-lowered'
  params: { accountName: accountName, throughput: throughput }
}

module cosmos 'modules/cosmos.bicep' = {
  name: '${modulePrefix}-cosmos'
  params: {
    name: accountName
    location: location
    totalThroughputLimit: step == 'partitions' ? 120000 : 6000
    dataUsers: [
      { name: 'delivery', id: cluster.outputs.deliveryPrincipalId }
      { name: operatorId, id: operatorId }
    ]
  }
  dependsOn: [loweredThroughput]
}

module partitions 'modules/partitions.bicep' = if (step == 'partitions') {
  name: '${modulePrefix}-partitions'
  params: { accountName: accountName, newContainers: newContainers }
  dependsOn: [cosmos]
}

module cluster 'modules/cluster.bicep' = {
  name: '${modulePrefix}-cluster'
  params: {
    prefix: prefix
    suffix: suffix
    location: location
    nodeSize: nodeSize
    nodeCount: nodeCount
    deliveryServiceAccount: deliveryServiceAccount
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: '${modulePrefix}-monitoring'
  params: { prefix: prefix, location: location }
}

resource budget 'Microsoft.Consumption/budgets@2023-05-01' = {
  name: '${prefix}-budget'
  properties: {
    category: 'Cost'
    amount: budgetAmount
    timeGrain: 'Monthly'
    timePeriod: { startDate: budgetStart }
    notifications: {
      half: {
        enabled: true
        operator: 'GreaterThan'
        threshold: 50
        thresholdType: 'Actual'
        contactEmails: [budgetEmail]
      }
      forecast: {
        enabled: true
        operator: 'GreaterThan'
        threshold: 100
        thresholdType: 'Forecasted'
        contactEmails: [budgetEmail]
      }
    }
  }
}

output cosmosEndpoint string = cosmos.outputs.endpoint
output clusterName string = cluster.outputs.clusterName
output registryServer string = cluster.outputs.registryServer
output deliveryClientId string = cluster.outputs.deliveryClientId
output insightsName string = monitoring.outputs.insightsName
output loadSubnetId string = cluster.outputs.loadSubnetId
