metadata description = 'The network, the AKS cluster, the registry of its images, and the identity of Delivery.'

param prefix string
param suffix string
param location string
param nodeSize string
param nodeCount int

@description('namespace:name')
param deliveryServiceAccount string

var acrPull = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '7f951dda-4ed3-4680-a7ca-43fe172d538d')
var networkContributor = subscriptionResourceId(
  'Microsoft.Authorization/roleDefinitions',
  '4d97b98b-1d4f-4787-a291-c67834d212e7'
)

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: '${prefix}-network'
  location: location
  properties: {
    addressSpace: { addressPrefixes: ['10.10.0.0/16'] }
    subnets: [
      { name: 'nodes', properties: { addressPrefix: '10.10.0.0/22' } }
      // The engines of Azure Load Testing.
      { name: 'load', properties: { addressPrefix: '10.10.4.0/24' } }
    ]
  }

  resource nodes 'subnets' existing = { name: 'nodes' }

  resource load 'subnets' existing = { name: 'load' }
}

resource clusterIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${prefix}-cluster'
  location: location
}

// The cluster puts the internal load balancer of the gateway into the network.
resource clusterInNetwork 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(network.id, clusterIdentity.id, networkContributor)
  scope: network
  properties: {
    principalId: clusterIdentity.properties.principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: networkContributor
  }
}

resource cluster 'Microsoft.ContainerService/managedClusters@2025-01-01' = {
  name: '${prefix}-cluster'
  location: location
  sku: { name: 'Base', tier: 'Free' }
  identity: { type: 'UserAssigned', userAssignedIdentities: { '${clusterIdentity.id}': {} } }
  properties: {
    dnsPrefix: prefix
    nodeResourceGroup: '${resourceGroup().name}-nodes'
    enableRBAC: true
    oidcIssuerProfile: { enabled: true }
    securityProfile: { workloadIdentity: { enabled: true } }
    // Cilium enforces the network policies.
    networkProfile: {
      networkPlugin: 'azure'
      networkPluginMode: 'overlay'
      networkDataplane: 'cilium'
      networkPolicy: 'cilium'
      podCidr: '192.168.0.0/16'
      serviceCidr: '10.20.0.0/16'
      dnsServiceIP: '10.20.0.10'
    }
    agentPoolProfiles: [
      {
        name: 'system'
        mode: 'System'
        count: nodeCount
        vmSize: nodeSize
        osType: 'Linux'
        osSKU: 'AzureLinux'
        vnetSubnetID: network::nodes.id
      }
    ]
  }
  dependsOn: [clusterInNetwork]
}

resource registry 'Microsoft.ContainerRegistry/registries@2023-07-01' = {
  name: '${replace(prefix, '-', '')}${suffix}'
  location: location
  sku: { name: 'Basic' }
  properties: { adminUserEnabled: false }
}

resource pull 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(registry.id, cluster.id, acrPull)
  scope: registry
  properties: {
    principalId: cluster.properties.identityProfile.kubeletidentity.objectId
    principalType: 'ServicePrincipal'
    roleDefinitionId: acrPull
  }
}

resource delivery 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${prefix}-delivery'
  location: location

  resource serviceAccount 'federatedIdentityCredentials' = {
    name: 'cluster'
    properties: {
      issuer: cluster.properties.oidcIssuerProfile.issuerURL
      subject: 'system:serviceaccount:${deliveryServiceAccount}'
      audiences: ['api://AzureADTokenExchange']
    }
  }
}

output clusterName string = cluster.name
output registryServer string = registry.properties.loginServer
output deliveryClientId string = delivery.properties.clientId
output deliveryPrincipalId string = delivery.properties.principalId
output loadSubnetId string = network::load.id
