using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class AvailabilityRules
{
    /// <summary>How long .NET waits for requests in flight when a service stops: <c>HostOptions.ShutdownTimeout</c>.</summary>
    private const long ShutdownSeconds = 30;

    /// <summary>A cluster's DNS may cache an address for 30 s, and the gateway asks every 5 s (<c>--dns-interval</c>).</summary>
    private const long AddressSeconds = 35;

    public static IEnumerable<string> DisruptionBudget(Manifest manifest) =>
        from each in manifest.Workloads
        where each.IsReplicated
        let budgets = manifest.All<V1PodDisruptionBudget>()
            .Where(budget => budget.Spec.Selector.Selects(each.Template.Metadata.Labels))
            .ToList()
        where budgets is not [{ Spec.MaxUnavailable.Value: "1", Spec.MinAvailable: null }]
        select $"{each} has {budgets.Count} disruption budgets, or one that allows none or all of its pods to be evicted.";

    public static IEnumerable<string> Spread(Manifest manifest) =>
        from each in manifest.Workloads
        where each.IsReplicated
        where each.Pod.TopologySpreadConstraints?.Any(constraint =>
            constraint is { MaxSkew: 1, TopologyKey: "kubernetes.io/hostname" }
            && constraint.LabelSelector.Selects(each.Template.Metadata.Labels)) is not true
        select $"{each} may have all of its pods on one node.";

    public static IEnumerable<string> NoDowntime(Manifest manifest) =>
        from each in manifest.Workloads
        where each.IsReplicated
        let update = ((V1Deployment)each.Owner).Spec.Strategy.RollingUpdate
        where update?.MaxUnavailable?.Value != "0" || update.MaxSurge?.Value is null or "0" || MinPods(manifest, each) < 2
        select $"{each} has fewer pods than it should while it is replaced.";

    public static IEnumerable<string> DrainTime(Manifest manifest) =>
        from each in manifest.Workloads
        where each.IsReplicated
        let delay = each.Container.Lifecycle?.PreStop?.Sleep?.Seconds ?? 0
        let needed = IsHeadless(manifest, each) ? AddressSeconds : 10
        where delay < needed || each.Pod.TerminationGracePeriodSeconds < delay + ShutdownSeconds
        select $"{each} stops {delay} s after its address is withdrawn, or has too little time to end its requests.";

    /// <summary>A metric of pods needs a source, which only an overlay with its component has.</summary>
    public static IEnumerable<string> Autoscaling(Manifest manifest) =>
        from each in manifest.All<V2HorizontalPodAutoscaler>()
        let target = manifest.Find<V1Deployment>(each.Spec.ScaleTargetRef.Name)
        where each.Spec.MinReplicas < 2
            || target is null or { Spec.Replicas: not null }
            || !each.Spec.Metrics.Any(metric => metric.Resource?.Name == "cpu")
            || each.Spec.Metrics.Any(metric => metric.Pods is not null) != manifest.Parts.Contains("autoscaling-requests")
        select $"The autoscaler {each.Metadata.Name} has no target or one whose number of pods is set, lacks a metric, or has one "
            + "without a source.";

    private static int MinPods(Manifest manifest, Workload workload) =>
        manifest.All<V2HorizontalPodAutoscaler>()
            .FirstOrDefault(each => each.Spec.ScaleTargetRef.Name == workload.Name)?.Spec.MinReplicas
        ?? workload.Replicas
        ?? 1;

    private static bool IsHeadless(Manifest manifest, Workload workload) =>
        manifest.Find<V1Service>(workload.Name)?.Spec.ClusterIP == "None";
}
