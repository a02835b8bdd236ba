using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace DroneDelivery.Deploy.Tests.Collector;

/// <summary>The configuration of an OpenTelemetry Collector.</summary>
internal sealed partial class CollectorConfiguration
{
    private static readonly string[] Kinds = ["receivers", "processors", "exporters"];

    /// <summary>The settings that are used here, by the type of their component; any other is refused.</summary>
    /// <remarks>https://opentelemetry.io/docs/collector/configuration/</remarks>
    private static readonly HashSet<string> KnownSettings =
    [
        "receivers/otlp/protocols/http/endpoint",
        "processors/memory_limiter/check_interval",
        "processors/memory_limiter/limit_mib",
        "processors/batch",
        "exporters/azuremonitor/connection_string",
        "exporters/nop",
        "exporters/otlp/endpoint",
        "exporters/otlp/tls/insecure",
        "extensions/health_check/endpoint",
        "service/extensions",
        .. from pipeline in new[] { "traces", "metrics" } from kind in Kinds select $"service/pipelines/{pipeline}/{kind}",
    ];

    private readonly string _text;
    private readonly YamlMappingNode _root;

    public CollectorConfiguration(string text) => (_text, _root) = (text, Yaml.Parse(text));

    /// <summary>The environment variables that it reads.</summary>
    public IEnumerable<string> Variables => Variable().Matches(_text).Select(match => match.Groups["name"].Value).Distinct();

    /// <summary>The ports on which it listens.</summary>
    public IEnumerable<int> Ports => Listener().Matches(_text).Select(match => int.Parse(match.Groups["port"].Value));

    /// <summary>The port of the extension <c>health_check</c>; null without one.</summary>
    public int? HealthPort => ReadSettings()
        .Where(setting => setting.Path == "extensions/health_check/endpoint")
        .Select(setting => int.Parse(setting.Value.Split(':')[^1]))
        .Cast<int?>().SingleOrDefault();

    /// <summary>A sentence for each name that is not known, not defined, or not used.</summary>
    public IEnumerable<string> FindFaults()
    {
        var pipelines = Mapping(_root["service"], "pipelines").Children
            .ToDictionary(each => each.Key.ToString(), each => (YamlMappingNode)each.Value);
        return
        [
            .. ReadSettings().Select(setting => setting.Path).Distinct()
                .Where(path => !KnownSettings.Contains(path)).Select(path => $"There is no setting {path}."),
            .. new[] { "traces", "metrics" }.Except(pipelines.Keys).Select(name => $"There is no pipeline {name}."),
            .. from pipeline in pipelines
               from kind in new[] { "receivers", "exporters" }
               where !Names(pipeline.Value, kind).Any()
               select $"The pipeline {pipeline.Key} has no {kind}.",
            .. Kinds.SelectMany(kind => Compare(kind, pipelines.Values.SelectMany(pipeline => Names(pipeline, kind)))),
            .. Compare("extensions", Names((YamlMappingNode)_root["service"], "extensions")),
        ];
    }

    private IEnumerable<string> Compare(string kind, IEnumerable<string> names)
    {
        var (defined, used) = (Mapping(_root, kind).Children.Keys.Select(each => each.ToString()).ToList(), names.ToHashSet());
        return
        [
            .. used.Except(defined).Select(name => $"{name} is not one of the {kind}."),
            .. defined.Except(used).Select(name => $"{name} of the {kind} is not used."),
        ];
    }

    // The values, and the components without settings. The name of a component is "type" or "type/name".
    private IEnumerable<(string Path, string Value)> ReadSettings()
    {
        foreach (var (section, content) in _root.Children)
        {
            foreach (var (name, node) in ((YamlMappingNode)content).Children)
            {
                foreach (var setting in ReadLeaves($"{section}/{name.ToString().Split('/')[0]}", node))
                {
                    yield return setting;
                }
            }
        }
    }

    private static IEnumerable<(string Path, string Value)> ReadLeaves(string path, YamlNode node) => node switch
    {
        YamlMappingNode { Children: { Count: > 0 } children } =>
            children.SelectMany(each => ReadLeaves($"{path}/{each.Key}", each.Value)),
        _ => [(path, node.ToString())],
    };

    private static YamlMappingNode Mapping(YamlNode parent, string name) =>
        ((YamlMappingNode)parent).Children.TryGetValue(name, out var node) ? (YamlMappingNode)node : [];

    private static IEnumerable<string> Names(YamlMappingNode parent, string name) =>
        parent.Children.TryGetValue(name, out var names) ? ((YamlSequenceNode)names).Select(each => each.ToString()) : [];

    [GeneratedRegex(@"\$\{env:(?<name>\w+)\}")]
    private static partial Regex Variable();

    [GeneratedRegex(@"0\.0\.0\.0:(?<port>\d+)")]
    private static partial Regex Listener();
}
