using System.Runtime.CompilerServices;
using Azure.Core;
using Azure.Identity;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>The service's identity in Microsoft Entra ID.</summary>
internal static class EntraCredential
{
    /// <summary>
    /// The identity of the cluster's workload or of the Azure resource that runs the service; on a laptop that of <c>az login</c>.
    /// </summary>
    /// <remarks>Not inlined, so that a service with a key does not load the library at its start.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TokenCredential Create() => new DefaultAzureCredential(new DefaultAzureCredentialOptions
    {
        ExcludeAzureDeveloperCliCredential = true,
        ExcludeAzurePowerShellCredential = true,
        ExcludeBrokerCredential = true,
        ExcludeEnvironmentCredential = true,
        ExcludeInteractiveBrowserCredential = true,
        ExcludeVisualStudioCodeCredential = true,
        ExcludeVisualStudioCredential = true,
    });

    /// <summary>Whether a call to Cosmos DB failed before it was sent, because there was no token for it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool HasFailed(Exception exception) => exception is AuthenticationFailedException;
}
