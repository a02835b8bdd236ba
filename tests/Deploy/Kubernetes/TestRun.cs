using System.Globalization;
using k8s;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>The fields of a TestRun of k6-operator 1.6 that are used here; any other is refused.</summary>
/// <remarks>https://github.com/grafana/k6-operator/blob/v1.6.0/api/v1alpha1/testrun_types.go</remarks>
internal sealed class TestRun : IKubernetesObject<V1ObjectMeta>
{
    public string ApiVersion { get; set; } = "";

    public string Kind { get; set; } = "";

    public V1ObjectMeta Metadata { get; set; } = new();

    public TestRunSpec Spec { get; set; } = new();

    /// <summary>The pods that the operator makes: with the script, and the one that starts them.</summary>
    public IEnumerable<Workload> Workloads =>
    [
        new(this, Spec.Runner.ToTemplate(new V1ContainerPort { ContainerPort = 6565 }), null),
        new(this, Spec.Starter.ToTemplate(), null),
    ];
}

internal sealed class TestRunSpec
{
    public int Parallelism { get; set; }

    public bool Separate { get; set; }

    public TestRunScript Script { get; set; } = new();

    public TestRunPod Runner { get; set; } = new();

    public TestRunPod Starter { get; set; } = new();
}

internal sealed class TestRunScript
{
    public TestRunConfigMap ConfigMap { get; set; } = new();
}

internal sealed class TestRunConfigMap
{
    public string Name { get; set; } = "";

    public string File { get; set; } = "";
}

internal sealed class TestRunPod
{
    public string Image { get; set; } = "";

    public string AutomountServiceAccountToken { get; set; } = "true";

    public IList<V1EnvVar>? Env { get; set; }

    public V1ResourceRequirements? Resources { get; set; }

    public V1PodSecurityContext? SecurityContext { get; set; }

    public V1SecurityContext? ContainerSecurityContext { get; set; }

    public IList<V1VolumeMount>? VolumeMounts { get; set; }

    public IList<V1Volume>? Volumes { get; set; }

    public V1PodTemplateSpec ToTemplate(params V1ContainerPort[] ports) => new()
    {
        Metadata = new() { Labels = new Dictionary<string, string> { ["app"] = "k6" } },
        Spec = new()
        {
            AutomountServiceAccountToken = Convert.ToBoolean(AutomountServiceAccountToken, CultureInfo.InvariantCulture),
            SecurityContext = SecurityContext,
            Volumes = Volumes,
            Containers =
            [
                new()
                {
                    Name = "k6",
                    Image = Image,
                    Env = Env,
                    Ports = ports,
                    Resources = Resources,
                    SecurityContext = ContainerSecurityContext,
                    VolumeMounts = VolumeMounts,
                },
            ],
        },
    };
}
