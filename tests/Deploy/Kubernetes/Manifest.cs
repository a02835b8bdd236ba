using System.Diagnostics;
using System.Text;
using DroneDelivery.Deploy.Tests.Programs;
using k8s;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>What <c>kubectl apply -k</c> would send to a cluster, each document loaded strictly as its type.</summary>
/// <param name="parts">The overlay or the components that it was made of.</param>
internal sealed class Manifest(string yaml, params string[] parts)
{
    private static readonly Dictionary<string, Lazy<Task<string>>> Overlays = new[] { "local", "azure", "study" }
        .ToDictionary(name => name, name => new Lazy<Task<string>>(() => RunKustomizeAsync(FindFolder("overlays", name))));

    private static readonly Dictionary<string, string> NeededComponents = new()
    {
        ["autoscaling-requests"] = "autoscaling",
        // Keys are in Redis.
        ["keys"] = "redis",
    };

    private static readonly Dictionary<string, Type> Types = new() { ["k6.io/v1alpha1/TestRun"] = typeof(TestRun) };

    private readonly List<IKubernetesObject<V1ObjectMeta>> _objects =
    [
        .. KubernetesYaml.LoadAllFromString(yaml + ReadLoad(parts), Types, strict: true)
            .Cast<IKubernetesObject<V1ObjectMeta>>(),
    ];

    public IReadOnlyList<string> Parts => parts;

    public static IEnumerable<string> OverlayNames => Overlays.Keys;

    public static IEnumerable<string> ComponentNames =>
        Directory.GetDirectories(Repository.Deploy("kubernetes", "components")).Select(Path.GetFileName).OfType<string>();

    public IEnumerable<Workload> Workloads =>
    [
        .. All<V1Deployment>().Select(each => new Workload(each, each.Spec.Template, each.Spec.Replicas)),
        .. All<V1StatefulSet>().Select(each => new Workload(each, each.Spec.Template, each.Spec.Replicas)),
        .. All<TestRun>().SelectMany(each => each.Workloads),
    ];

    public static async Task<Manifest> LoadOverlayAsync(string name) => new(await Overlays[name].Value, name);

    public static async Task<Manifest> LoadAsync(string folder, params string[] parts) =>
        new(await RunKustomizeAsync(folder), parts);

    /// <summary>The base with network policies, a component, and one that it needs.</summary>
    public static async Task<Manifest> LoadComponentAsync(string name)
    {
        string[] components = NeededComponents.TryGetValue(name, out var needed) ? [needed, name] : [name];
        var folder = Directory.CreateTempSubdirectory("drone-kustomize-");
        try
        {
            string Quoted(params string[] path) => $"\"{Path.GetRelativePath(folder.FullName, FindFolder(path))}\"";
            var folders = components.Prepend("network-policies").Distinct().Select(name => Quoted("components", name));
            await File.WriteAllTextAsync(
                Path.Combine(folder.FullName, "kustomization.yaml"),
                $"""
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [{Quoted("base")}]
                components: [{string.Join(", ", folders)}]
                namespace: drone-delivery
                secretGenerator: {(components.Contains("redis") ? "[{ name: redis, literals: [password=secret] }]" : "[]")}
                """,
                TestContext.Current.CancellationToken);
            return await LoadAsync(folder.FullName, components);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    public IEnumerable<T> All<T>() => _objects.OfType<T>();

    public T? Find<T>(string name)
        where T : class, IKubernetesObject<V1ObjectMeta> => All<T>().FirstOrDefault(each => each.Metadata.Name == name);

    public Workload Workload(string name) => Workloads.Single(each => each.Name == name);

    public void Remove(IKubernetesObject<V1ObjectMeta> item) => _objects.Remove(item);

    /// <summary>Adds the workload and the service of a name from another manifest.</summary>
    public void AddFrom(Manifest other, string name) =>
        _objects.AddRange(other._objects.Where(each => each is V1Deployment or V1Service && each.Metadata.Name == name));

    /// <summary>The value of a key of a secret; null if either is missing.</summary>
    public string? FindSecret(string name, string key) => Find<V1Secret>(name) switch
    {
        { Data: { } data } when data.TryGetValue(key, out var bytes) => Encoding.UTF8.GetString(bytes),
        { StringData: { } data } when data.TryGetValue(key, out var text) => text,
        _ => null,
    };

    // What is created when the load is to start.
    private static string ReadLoad(string[] parts) => parts.Intersect(["k6", "study"]).Any()
        ? $"\n---\n{File.ReadAllText(Path.Combine(FindFolder("components", "k6"), "testrun.yaml"))}"
        : "";

    private static string FindFolder(params string[] path) => Repository.Deploy(["kubernetes", .. path]);

    private static async Task<string> RunKustomizeAsync(string folder)
    {
        Assert.SkipUnless(
            Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
                .Any(path => File.Exists(Path.Combine(path, OperatingSystem.IsWindows() ? "kubectl.exe" : "kubectl"))),
            "kubectl is not installed.");
        var result = await ProgramResult.RunAsync(new ProcessStartInfo("kubectl", ["kustomize", folder]));
        Assert.True(result is { ExitCode: 0, Errors: "" }, result.Errors);
        return result.Output;
    }
}

/// <summary>What runs pods, with the template of its pods.</summary>
/// <param name="Replicas">Null where an autoscaler decides.</param>
internal sealed record Workload(IKubernetesObject<V1ObjectMeta> Owner, V1PodTemplateSpec Template, int? Replicas)
{
    private const string ImagePrefix = "drone-delivery/";

    public string Name => Owner.Metadata.Name;

    public V1PodSpec Pod => Template.Spec;

    public V1Container Container => Pod.Containers.Single();

    /// <summary>Whether the program is one of this repository.</summary>
    public bool IsOwn => Container.Image.Contains(ImagePrefix, StringComparison.Ordinal);

    /// <summary>Whether it runs until it is stopped.</summary>
    public bool IsService => Owner is not TestRun;

    /// <summary>Whether several pods can run at the same time, so that one can be replaced without downtime.</summary>
    public bool IsReplicated => Owner is V1Deployment { Spec.Strategy.Type: "RollingUpdate" };

    public override string ToString() => Name;
}
