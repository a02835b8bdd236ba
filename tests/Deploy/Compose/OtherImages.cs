using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>
/// What the images define that this project does not build, by their documentation: flags, variables, ports, paths. The Compose
/// file may use no others.
/// </summary>
internal static partial class OtherImages
{
    /// <summary>The service of an image, and what that image reads.</summary>
    /// <remarks>
    /// Grafana: https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/ and .../configure-docker/.
    /// Jaeger 2: https://www.jaegertracing.io/docs/2.9/deployment/. The flags of Prometheus are also read by a real one.
    /// </remarks>
    private static readonly Dictionary<string, Image> Images = new()
    {
        ["cosmos-microsoft"] = new([], ["PROTOCOL"], ["8081"], [], null),
        ["data-owner"] = new([], [], [], [], null),
        ["grafana"] = new(
            [],
            [
                "GF_ANALYTICS_CHECK_FOR_UPDATES", "GF_ANALYTICS_REPORTING_ENABLED", "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH",
                "GF_SECURITY_ADMIN_PASSWORD",
            ],
            ["3000"], ["/etc/grafana/provisioning", "/var/lib/grafana"], "http://127.0.0.1:3000/api/health"),
        ["jaeger"] = new([], [], ["4317", "13133", "16686"], [], "http://127.0.0.1:13133/status"),
        ["otel-collector"] = new(["--config"], [], ["4318"], [], null),
        ["prometheus"] = new(
            ["--config.file", "--storage.tsdb.path", "--storage.tsdb.retention.time"], [], ["9090"], [],
            "http://127.0.0.1:9090/-/ready"),
    };

    public static IReadOnlyDictionary<string, Func<ComposeFile, IEnumerable<string>>> Rules { get; } =
        new Dictionary<string, Func<ComposeFile, IEnumerable<string>>>
        {
            [nameof(Names)] = Names,
            [nameof(HealthChecks)] = HealthChecks,
            [nameof(Ports)] = Ports,
            [nameof(MountedPaths)] = MountedPaths,
            [nameof(UsedMounts)] = UsedMounts,
        };

    public static IReadOnlySet<string> PortsOf(string service) => Images[service].Ports;

    /// <summary>Which rules do not hold, with a sentence for each place.</summary>
    public static IEnumerable<(string Rule, string Fault)> FindFaults(ComposeFile file) =>
        Rules.SelectMany(rule => rule.Value(file).Select(fault => (rule.Key, fault)));

    private static IEnumerable<string> Names(ComposeFile file) =>
        from each in ServicesOf(file)
        let flags = each.Service.Command.Where(word => word.StartsWith('-')).Select(word => word.Split('=')[0])
        from name in flags.Except(each.Image.Flags).Concat(each.Service.Environment.Keys.Except(each.Image.Variables))
        select $"{each.Name} does not read {name}.";

    private static IEnumerable<string> HealthChecks(ComposeFile file) =>
        from each in ServicesOf(file)
        let url = each.Service.Healthcheck?.Arguments[^1]
        where url != each.Image.Health
        select $"The health of {each.Name} is at {each.Image.Health}, not at {url}.";

    private static IEnumerable<string> Ports(ComposeFile file) =>
        from each in ServicesOf(file)
        from port in each.Service.Ports.Select(port => port.Split(':')[^1]).Except(each.Image.Ports)
        select $"{each.Name} does not listen on {port}.";

    /// <summary>A path that a container is given is below one of its mounts, and exists if that is of this repository.</summary>
    private static IEnumerable<string> MountedPaths(ComposeFile file) =>
        from each in ServicesOf(file)
        from path in TextsOf(each.Service).SelectMany(text => AbsolutePath().Matches(text)).Select(match => match.Value)
        let mount = MountsOf(each.Service).FirstOrDefault(mount => IsBelow(path, mount.Target))
        where mount.Target is null || (mount.Source.StartsWith('.') && !Path.Exists(InRepository(mount, path)))
        select $"{each.Name} reads {path}, which does not exist.";

    /// <summary>A mount is where the image expects it, or the container is given its path.</summary>
    private static IEnumerable<string> UsedMounts(ComposeFile file) =>
    [
        .. from each in ServicesOf(file)
           from mount in MountsOf(each.Service)
           let texts = TextsOf(each.Service).Concat(FilesOf(each.Service))
           where !each.Image.Folders.Contains(mount.Target)
               && !texts.Any(text => AbsolutePath().Matches(text).Any(path => IsBelow(path.Value, mount.Target)))
           select $"{each.Name} does not read {mount.Target}.",
        .. from each in ServicesOf(file)
           from folder in each.Image.Folders.Except(MountsOf(each.Service).Select(mount => mount.Target))
           select $"{each.Name} has nothing at {folder}.",
    ];

    private static IEnumerable<(string Name, ComposeService Service, Image Image)> ServicesOf(ComposeFile file) =>
        file.Services.Where(each => !ComposeProgram.IsBuilt(each.Value)).Select(each => (each.Key, each.Value, Images[each.Key]));

    private static IEnumerable<string> TextsOf(ComposeService service) => service.Command.Concat(service.Environment.Values);

    // Those that are mounted from this repository: they name folders too.
    private static IEnumerable<string> FilesOf(ComposeService service) => MountsOf(service)
        .Select(mount => Path.Combine(ComposeFile.Folder, mount.Source)).Where(Directory.Exists)
        .SelectMany(folder => Directory.GetFiles(folder, "*.yaml", SearchOption.AllDirectories)).Select(File.ReadAllText);

    private static IEnumerable<(string Source, string Target)> MountsOf(ComposeService service) =>
        service.Volumes.Select(volume => volume.Split(':')).Select(parts => (parts[0], parts[1]));

    private static string InRepository((string Source, string Target) mount, string path) =>
        Path.Join(ComposeFile.Folder, mount.Source, path[mount.Target.Length..]);

    private static bool IsBelow(string path, string folder) =>
        path == folder || path.StartsWith($"{folder}/", StringComparison.Ordinal);

    // At the start of a value: "/data", "--config=/etc/..." and "path: /etc/...".
    [GeneratedRegex(@"(?<=^|=|: )/\w[\w./-]*")]
    private static partial Regex AbsolutePath();

    /// <param name="Folders">Where the image expects files, or writes them, without being given the path.</param>
    /// <param name="Health">The URL of its health check; null where none is possible or needed.</param>
    private sealed record Image(
        HashSet<string> Flags, HashSet<string> Variables, HashSet<string> Ports, HashSet<string> Folders, string? Health);
}
