namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>What must hold for every manifest. A rule returns a sentence for each place where it does not.</summary>
internal static class Rules
{
    public static IReadOnlyDictionary<string, Func<Manifest, IEnumerable<string>>> All { get; } =
        new Dictionary<string, Func<Manifest, IEnumerable<string>>>
        {
            [nameof(PodRules.NumericUser)] = PodRules.NumericUser,
            [nameof(PodRules.ReadOnlyRoot)] = PodRules.ReadOnlyRoot,
            [nameof(PodRules.NoCapabilities)] = PodRules.NoCapabilities,
            [nameof(PodRules.RuntimeDefaultSeccomp)] = PodRules.RuntimeDefaultSeccomp,
            [nameof(PodRules.NoServiceAccountToken)] = PodRules.NoServiceAccountToken,
            [nameof(PodRules.Resources)] = PodRules.Resources,
            [nameof(PodRules.Probes)] = PodRules.Probes,
            [nameof(PodRules.FixedImages)] = PodRules.FixedImages,
            [nameof(PodRules.MountedFiles)] = PodRules.MountedFiles,
            [nameof(AvailabilityRules.DisruptionBudget)] = AvailabilityRules.DisruptionBudget,
            [nameof(AvailabilityRules.Spread)] = AvailabilityRules.Spread,
            [nameof(AvailabilityRules.NoDowntime)] = AvailabilityRules.NoDowntime,
            [nameof(AvailabilityRules.DrainTime)] = AvailabilityRules.DrainTime,
            [nameof(AvailabilityRules.Autoscaling)] = AvailabilityRules.Autoscaling,
            [nameof(CollectorRules.Configuration)] = CollectorRules.Configuration,
            [nameof(NetworkRules.Services)] = NetworkRules.Services,
            [nameof(NetworkRules.HeadlessBackends)] = NetworkRules.HeadlessBackends,
            [nameof(NetworkRules.DenyAll)] = NetworkRules.DenyAll,
            [nameof(NetworkRules.Calls)] = NetworkRules.Calls,
            [nameof(IdentityRules.ServiceAccounts)] = IdentityRules.ServiceAccounts,
            [nameof(IdentityRules.WorkloadIdentity)] = IdentityRules.WorkloadIdentity,
            [nameof(SecretRules.NoSecretsInPods)] = SecretRules.NoSecretsInPods,
            [nameof(SecretRules.RotatedSecrets)] = SecretRules.RotatedSecrets,
            [nameof(SecretRules.Namespaces)] = SecretRules.Namespaces,
        };

    /// <summary>Which rules do not hold, with their sentences.</summary>
    public static IEnumerable<(string Rule, string Fault)> FindFaults(Manifest manifest) =>
        All.SelectMany(rule => rule.Value(manifest).Select(fault => (rule.Key, fault)));
}
