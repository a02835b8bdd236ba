using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>
/// What differs between a cluster and this machine: names of services become 127.0.0.1, declared ports become free ones, and
/// volumes become folders.
/// </summary>
internal sealed partial class ClusterAddresses : IDisposable
{
    private readonly DirectoryInfo _volumes = Directory.CreateTempSubdirectory("drone-volumes-");
    private readonly Dictionary<(string Workload, int Port), int> _ports;
    private readonly Manifest _manifest;

    public ClusterAddresses(Manifest manifest)
    {
        _manifest = manifest;
        var declared = manifest.Workloads
            .SelectMany(each => (each.Container.Ports ?? []).Select(port => (each.Name, port.ContainerPort)))
            .ToList();
        _ports = declared.Zip(FreePorts.Find(declared.Count)).ToDictionary(each => each.First, each => each.Second);
    }

    /// <exception cref="InvalidOperationException">The container names something that the manifest does not have.</exception>
    public ContainerConfiguration Configure(Workload workload) => new(
        workload.Container.Image.Split('/')[^1].Split(':')[0],
        [.. Arguments(workload)],
        (workload.Container.Env ?? []).ToDictionary(each => each.Name, each => Replace(workload, ReadValue(each))),
        [.. Probes(workload)]);

    public Uri Address(string workload, int port, string path) =>
        new($"http://127.0.0.1:{LocalPort(_manifest.Workload(workload), port)}{path}");

    public string ServiceAddress(string service, int port) => Replace(_manifest.Workloads.First(), $"{service}:{port}");

    public void Dispose() => _volumes.Delete(recursive: true);

    private IEnumerable<string> Arguments(Workload workload)
    {
        var flag = "";
        foreach (var argument in workload.Container.Args ?? [])
        {
            var (name, value) = argument.Split('=', 2) is [var left, var right] ? ($"{left}=", right) : ("", argument);
            flag = argument.StartsWith("--", StringComparison.Ordinal) ? argument.Split('=')[0] : flag;
            // There is no token here.
            if (flag != "--cosmos-identity")
            {
                var replaced = FindPort(flag, value) is { } port ? $"{LocalPort(workload, port)}" : Replace(workload, value);
                yield return name + replaced;
            }
        }
    }

    private static int? FindPort(string flag, string value) =>
        flag.EndsWith("port", StringComparison.Ordinal) && int.TryParse(value, out var port) ? port : null;

    private IEnumerable<Uri> Probes(Workload workload) =>
        from probe in new[]
        {
            workload.Container.StartupProbe, workload.Container.LivenessProbe, workload.Container.ReadinessProbe,
        }
        let port = workload.Container.Ports.First(each =>
            each.Name == probe.HttpGet.Port.Value || $"{each.ContainerPort}" == probe.HttpGet.Port.Value)
        select Address(workload.Name, port.ContainerPort, probe.HttpGet.Path);

    private string ReadValue(V1EnvVar variable) => variable switch
    {
        { Value: { } value } => value,
        { ValueFrom.SecretKeyRef: { } secret } => _manifest.FindSecret(secret.Name, secret.Key),
        { ValueFrom.ConfigMapKeyRef: { } map } => _manifest.Find<V1ConfigMap>(map.Name)?.Data[map.Key],
        _ => null,
    } ?? throw new InvalidOperationException($"{variable.Name} has no value.");

    private string Replace(Workload workload, string text) =>
        // There is no account of Azure here, and no token: the emulator takes its place.
        text == "https://example.documents.azure.com:443/"
            ? $"AccountEndpoint={Address("cosmos-emulator", 8081, "/")};AccountKey={SystemAddresses.EmulatorKey}"
            : Host().Replace(
                Volume().Replace(text == "0.0.0.0" ? "127.0.0.1" : text, match => LocalPath(workload, match)), LocalAddress);

    private string LocalAddress(Match match)
    {
        var (name, port) = (match.Groups["host"].Value, int.Parse(match.Groups["port"].Value));
        var service = _manifest.Find<V1Service>(name)
            ?? throw new InvalidOperationException($"There is no service {name}.");
        var servicePort = service.Spec.Ports.FirstOrDefault(each => each.Port == port)
            ?? throw new InvalidOperationException($"The service {name} has no port {port}.");
        var target = _manifest.Workloads.Single(each =>
            service.Spec.Selector.All(label => each.Template.Metadata.Labels.Contains(label)));
        return $"127.0.0.1:{LocalPort(target, NetworkRules.FindTarget(target, servicePort) ?? port)}";
    }

    private int LocalPort(Workload workload, int port) => _ports.TryGetValue((workload.Name, port), out var local)
        ? local
        : throw new InvalidOperationException($"{workload} does not declare the port {port}.");

    private string LocalPath(Workload workload, Match path)
    {
        var mount = workload.Container.VolumeMounts
            .FirstOrDefault(each => path.Value.StartsWith($"{each.MountPath}/", StringComparison.Ordinal))
            ?? throw new InvalidOperationException($"{workload} has no volume at {path.Value}.");
        var volume = workload.Pod.Volumes.Single(each => each.Name == mount.Name);
        var folder = _volumes.CreateSubdirectory($"{workload.Name}-{mount.Name}").FullName;
        var file = Path.Combine(folder, path.Value[(mount.MountPath.Length + 1)..]);
        if (volume.Secret is { } secret)
        {
            File.WriteAllText(file, _manifest.FindSecret(secret.SecretName, Path.GetFileName(file))
                ?? throw new InvalidOperationException($"The secret {secret.SecretName} has no {Path.GetFileName(file)}."));
        }

        return file;
    }

    [GeneratedRegex(@"(?<host>[a-z][a-z0-9-]*):(?<port>\d+)(?![\d:])")]
    private static partial Regex Host();

    [GeneratedRegex(@"(?<=^|=)/\w[\w./-]*")]
    private static partial Regex Volume();
}
