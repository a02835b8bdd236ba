using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>Each mistake in a manifest is found by the rule of its name, and by no other.</summary>
public sealed class PlantedMistakeTests
{
    private const string CollectorFile = "collector-config.yaml";

    private static readonly (string Name, string Rule, Action<Manifest> Plant)[] Mistakes =
    [
        ("a named user", "NumericUser", manifest => Pod(manifest, "gateway").SecurityContext.RunAsUser = null),
        ("root in the container", "NumericUser", manifest => Container(manifest, "gateway").SecurityContext.RunAsUser = 0),
        ("a root that can be written", "ReadOnlyRoot",
            manifest => Container(manifest, "package").SecurityContext.ReadOnlyRootFilesystem = null),
        ("SQLite without a volume", "ReadOnlyRoot",
            manifest => Container(manifest, "gateway").VolumeMounts.Single(mount => mount.Name == "data").MountPath = "/date"),
        ("a capability", "NoCapabilities",
            manifest => Container(manifest, "delivery").SecurityContext.Capabilities.Add = ["NET_RAW"]),
        ("privilege escalation", "NoCapabilities",
            manifest => Container(manifest, "delivery").SecurityContext.AllowPrivilegeEscalation = null),
        ("no seccomp profile", "RuntimeDefaultSeccomp",
            manifest => Pod(manifest, "package").SecurityContext.SeccompProfile = null),
        ("a token of the cluster", "NoServiceAccountToken",
            manifest => Pod(manifest, "package").AutomountServiceAccountToken = null),
        ("no request of memory", "Resources", manifest => Container(manifest, "package").Resources.Requests.Remove("memory")),
        ("no limit of memory", "Resources", manifest => Container(manifest, "package").Resources.Limits = null),
        ("liveness that asks for readiness", "Probes",
            manifest => Container(manifest, "delivery").LivenessProbe.HttpGet.Path = "/health/ready"),
        ("a probe at a port of another service", "Probes",
            manifest => Container(manifest, "delivery").ReadinessProbe.HttpGet.Port = 5120),
        ("no startup probe", "Probes", manifest => Container(manifest, "gateway").StartupProbe = null),
        ("a start that is too short for the database", "Probes",
            manifest => Container(manifest, "delivery").StartupProbe.FailureThreshold = 60),
        ("an image that changes", "FixedImages",
            manifest => Container(manifest, "gateway").Image = "drone-delivery/gateway:latest"),
        ("a budget that stops evictions", "DisruptionBudget",
            manifest => manifest.Find<V1PodDisruptionBudget>("gateway")!.Spec.MaxUnavailable = 0),
        ("a budget of no pod", "DisruptionBudget",
            manifest => manifest.Find<V1PodDisruptionBudget>("package")!.Spec.Selector.MatchLabels["app"] = "packages"),
        ("all pods on one node", "Spread", manifest => Pod(manifest, "delivery").TopologySpreadConstraints = null),
        ("an update with fewer pods", "NoDowntime",
            manifest => manifest.Find<V1Deployment>("gateway")!.Spec.Strategy.RollingUpdate.MaxUnavailable = 1),
        ("one pod", "NoDowntime", manifest => manifest.Find<V1Deployment>("gateway")!.Spec.Replicas = 1),
        ("no time for addresses to be forgotten", "DrainTime",
            manifest => Container(manifest, "delivery").Lifecycle.PreStop.Sleep.Seconds = 15),
        ("requests in flight are cut off", "DrainTime",
            manifest => Pod(manifest, "gateway").TerminationGracePeriodSeconds = 30),
        ("a port that does not exist", "Services",
            manifest => manifest.Find<V1Service>("gateway")!.Spec.Ports[0].TargetPort = "https"),
        ("one address for all pods", "HeadlessBackends", manifest => manifest.Find<V1Service>("package")!.Spec.ClusterIP = null),
        ("addresses of pods that are not ready", "HeadlessBackends",
            manifest => manifest.Find<V1Service>("package")!.Spec.PublishNotReadyAddresses = true),
        ("nothing denied", "DenyAll", manifest => manifest.Find<V1NetworkPolicy>("deny-all")!.Spec.PolicyTypes = ["Ingress"]),
        ("a call too many", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("to-delivery")!.Spec.Ingress[0].FromProperty = null),
        ("a call too few", "Calls", manifest => manifest.Remove(manifest.Find<V1NetworkPolicy>("to-package")!)),
        ("a policy for another port", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("from-gateway")!.Spec.Egress[0].Ports[0].Port = 5110),
        ("a call by another protocol", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("to-package")!.Spec.Ingress[0].Ports[0].Protocol = "UDP"),
        ("a range of ports", "Calls", manifest =>
        {
            SetEndPort(manifest.Find<V1NetworkPolicy>("from-gateway")!.Spec.Egress[0].Ports[0]);
            SetEndPort(manifest.Find<V1NetworkPolicy>("to-delivery")!.Spec.Ingress[0].Ports[0]);
        }),
        ("names of services by UDP only", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("dns")!.Spec.Egress[0].Ports.RemoveAt(1)),
        ("all pods of the DNS namespace", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("dns")!.Spec.Egress[0].To[0].PodSelector = null),
        ("an account that does not exist", "ServiceAccounts",
            manifest => Pod(manifest, "package").ServiceAccountName = "packages"),
        ("the account that all pods share", "ServiceAccounts", manifest => Pod(manifest, "package").ServiceAccountName = null),
        ("a key in the environment", "NoSecretsInPods",
            manifest => Container(manifest, "delivery").Env.Add(new() { Name = "X", Value = "AccountEndpoint=a;AccountKey=b" })),
        ("a secret that keeps its name", "RotatedSecrets", manifest => RenameSecret(manifest, "cosmos")),
        ("a secret that does not exist", "RotatedSecrets", manifest => manifest.Remove(manifest.All<V1Secret>().Single())),
        ("another namespace", "Namespaces",
            manifest => manifest.Find<V1Service>("gateway")!.Metadata.NamespaceProperty = "default"),
        ("a namespace that allows root", "Namespaces", manifest => manifest.All<V1Namespace>().Single().Metadata.Labels = null),
    ];

    private static readonly (string Name, string Rule, Action<Manifest> Plant)[] AzureMistakes =
    [
        ("a number of pods that is set", "Autoscaling", manifest => manifest.Find<V1Deployment>("package")!.Spec.Replicas = 2),
        ("one pod at night", "Autoscaling",
            manifest => manifest.Find<V2HorizontalPodAutoscaler>("gateway")!.Spec.MinReplicas = 1),
        ("a metric without a source", "Autoscaling",
            manifest => manifest.Find<V2HorizontalPodAutoscaler>("gateway")!.Spec.Metrics.Add(new() { Pods = new() })),
        ("a target that does not exist", "Autoscaling",
            manifest => manifest.Find<V2HorizontalPodAutoscaler>("gateway")!.Spec.ScaleTargetRef.Name = "gate"),
        ("a file that does not exist", "MountedFiles",
            manifest => Container(manifest, "otel-collector").Args = ["--config=/config/collector.yaml"]),
        ("a receiver that is not defined", "Configuration", manifest => Configure(manifest, "[otlp]", "[oltp]")),
        ("a processor that is not defined", "Configuration", manifest => Configure(manifest, "batch: {}", "bach: {}")),
        ("a processor that is not used", "Configuration", manifest => Configure(manifest, "[memory_limiter, batch]", "[batch]")),
        ("an exporter that does not exist", "Configuration",
            manifest => Configure(manifest, "azuremonitor", "azuremonitr")),
        ("a pipeline without an exporter", "Configuration",
            manifest => Configure(manifest, ", exporters: [azuremonitor]", "")),
        ("a pipeline that does not exist", "Configuration", manifest => Configure(manifest, "metrics:", "metric:")),
        ("a health check that is not started", "Configuration",
            manifest => Configure(manifest, "extensions: [health_check]", "extensions: []")),
        ("a setting of a receiver that does not exist", "Configuration",
            manifest => Configure(manifest, "http: {", "htttp: {")),
        ("a setting of an exporter that does not exist", "Configuration",
            manifest => Configure(manifest, "connection_string:", "connection_strng:")),
        ("a variable of the configuration that does not exist", "Configuration",
            manifest => Configure(manifest, "APPLICATIONINSIGHTS_CONNECTION_STRING", "APPLICATIONINSIGHTS_CONNECTION")),
        ("a variable of the container that is not read", "Configuration",
            manifest => Container(manifest, "otel-collector").Env[0].Name = "APPINSIGHTS_CONNECTION_STRING"),
        ("a port for telemetry that is not declared", "Configuration", manifest => Configure(manifest, "4318", "4317")),
        ("a port for health checks that is not declared", "Configuration", manifest => Configure(manifest, "13133", "13134")),
        ("a probe at the port for telemetry", "Configuration",
            manifest => Container(manifest, "otel-collector").ReadinessProbe.HttpGet.Port = "otlp"),
        ("telemetry to anywhere", "Calls",
            manifest => InternetOf(manifest, "from-collector-to-azure").IpBlock.Except = null),
        ("a private network that counts as the internet", "Calls",
            manifest => InternetOf(manifest, "from-collector-to-azure").IpBlock.Except.Remove("192.168.0.0/16")),
        ("a private network with another mask", "Calls",
            manifest => InternetOf(manifest, "from-delivery-to-azure").IpBlock.Except[1] = "172.16.0.0/16"),
        ("the addresses of cloud metadata", "Calls",
            manifest => InternetOf(manifest, "from-delivery-to-azure").IpBlock.Except.Remove("169.254.0.0/16")),
        ("UDP to the internet", "Calls",
            manifest => manifest.Find<V1NetworkPolicy>("from-delivery-to-azure")!.Spec.Egress[0].Ports[0].Protocol = "UDP"),
        ("no label for a token", "WorkloadIdentity",
            manifest => manifest.Workload("delivery").Template.Metadata.Labels.Remove("azure.workload.identity/use")),
        ("a label that is not \"true\"", "WorkloadIdentity",
            manifest => manifest.Workload("delivery").Template.Metadata.Labels["azure.workload.identity/use"] = "True"),
        ("an account without an identity", "WorkloadIdentity",
            manifest => manifest.Find<V1ServiceAccount>("delivery")!.Metadata.Annotations = null),
        ("an account that the credential does not name", "WorkloadIdentity",
            manifest => Pod(manifest, "delivery").ServiceAccountName = "package"),
        ("a namespace that the credential does not name", "WorkloadIdentity",
            manifest => manifest.Workload("delivery").Owner.Metadata.NamespaceProperty = "drones"),
        ("a call of the collector too few", "Calls",
            manifest => manifest.Remove(manifest.Find<V1NetworkPolicy>("telemetry")!)),
    ];

    private static readonly (string Name, string Rule, Action<Manifest> Plant)[] AutoscalingMistakes =
    [
        ("only CPU", "Autoscaling",
            manifest => manifest.Find<V2HorizontalPodAutoscaler>("gateway")!.Spec.Metrics.RemoveAt(1)),
        ("only requests in flight", "Autoscaling",
            manifest => manifest.Find<V2HorizontalPodAutoscaler>("gateway")!.Spec.Metrics.RemoveAt(0)),
        ("metrics that are not reachable", "Calls",
            manifest => manifest.Remove(manifest.Find<V1NetworkPolicy>("metrics-of-gateway")!)),
    ];

    public static TheoryData<string> Names => [.. Mistakes.Select(each => each.Name)];

    public static TheoryData<string> AzureNames => [.. AzureMistakes.Select(each => each.Name)];

    public static TheoryData<string> AutoscalingNames => [.. AutoscalingMistakes.Select(each => each.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Rules_WithAPlantedMistake_FindIt(string mistake)
    {
        var (_, rule, plant) = Mistakes.Single(each => each.Name == mistake);
        var manifest = await Manifest.LoadOverlayAsync("local");

        plant(manifest);

        Assert.Equal([rule], Rules.FindFaults(manifest).Select(fault => fault.Rule).Distinct());
    }

    [Theory]
    [MemberData(nameof(AzureNames))]
    public async Task Rules_WithAPlantedMistakeOnAzure_FindIt(string mistake)
    {
        var (_, rule, plant) = AzureMistakes.Single(each => each.Name == mistake);
        var manifest = await Manifest.LoadOverlayAsync("azure");

        plant(manifest);

        Assert.Contains(rule, Rules.FindFaults(manifest).Select(fault => fault.Rule));
    }

    [Theory]
    [MemberData(nameof(AutoscalingNames))]
    public async Task Rules_WithAPlantedMistakeOfAutoscaling_FindIt(string mistake)
    {
        var (_, rule, plant) = AutoscalingMistakes.Single(each => each.Name == mistake);
        var manifest = await Manifest.LoadComponentAsync("autoscaling-requests");

        plant(manifest);

        Assert.Equal([rule], Rules.FindFaults(manifest).Select(fault => fault.Rule).Distinct());
    }

    [Fact]
    public void Rules_AsAWhole_HaveAMistakeForEach() =>
        Assert.Equal(Rules.All.Keys.Order(), Mistakes.Concat(AzureMistakes).Select(each => each.Rule).Distinct().Order());

    private static V1PodSpec Pod(Manifest manifest, string name) => manifest.Workload(name).Pod;

    private static V1Container Container(Manifest manifest, string name) => manifest.Workload(name).Container;

    private static V1NetworkPolicyPeer InternetOf(Manifest manifest, string policy) =>
        manifest.Find<V1NetworkPolicy>(policy)!.Spec.Egress[0].To[0];

    private static void Configure(Manifest manifest, string text, string mistake)
    {
        var data = manifest.All<V1ConfigMap>().Single(each => each.Data.ContainsKey(CollectorFile)).Data;
        Assert.Contains(text, data[CollectorFile], StringComparison.Ordinal);
        data[CollectorFile] = data[CollectorFile].Replace(text, mistake, StringComparison.Ordinal);
    }

    // From the first port of Delivery to its last.
    private static void SetEndPort(V1NetworkPolicyPort port) => (port.Port, port.EndPort) = (5110, 5111);

    private static void RenameSecret(Manifest manifest, string name)
    {
        manifest.All<V1Secret>().Single().Metadata.Name = name;
        Container(manifest, "delivery").Env.Single(each => each.ValueFrom is not null).ValueFrom.SecretKeyRef.Name = name;
    }
}
