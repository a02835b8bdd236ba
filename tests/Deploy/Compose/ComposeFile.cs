using System.Text.RegularExpressions;
using YamlDotNet.Core;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary><c>deploy/compose/compose.yaml</c>, with its variables replaced.</summary>
public sealed partial class ComposeFile
{
    private static readonly IDeserializer Yaml = new DeserializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build();

    public static string Folder { get; } = Repository.Deploy("compose");

    /// <summary>Services refer to it; the reader knows only what it has read.</summary>
    [YamlMember(Alias = "x-telemetry", ApplyNamingConventions = false)]
    public Dictionary<string, string> Telemetry { get; set; } = [];

    public Dictionary<string, ComposeService> Services { get; set; } = [];

    public Dictionary<string, object?> Volumes { get; set; } = [];

    /// <param name="change">Changes the text of the file, as a mistake would.</param>
    public static ComposeFile Read(Func<string, string>? change = null)
    {
        var text = File.ReadAllText(Path.Combine(Folder, "compose.yaml"));
        var changed = change?.Invoke(text) ?? text;
        Assert.False(change is not null && changed == text, "The change found nothing to change.");
        using var reader = new StringReader(Variable().Replace(changed, ValueOf));
        return Yaml.Deserialize<ComposeFile>(new MergingParser(new Parser(reader)));
    }

    private static string ValueOf(Match variable) => variable.Groups["name"].Value switch
    {
        "COSMOS_KEY" => ComposeAddresses.CosmosKey,
        "GRAFANA_PASSWORD" => "secret",
        _ => variable.Groups["default"].Value,
    };

    [GeneratedRegex(@"\$\{(?<name>\w+):[-?](?<default>[^}]*)\}")]
    private static partial Regex Variable();
}

/// <summary>What the tests read of a service.</summary>
public sealed class ComposeService
{
    public string Image { get; set; } = "";

    public string User { get; set; } = "";

    public List<string> Command { get; set; } = [];

    public Dictionary<string, string> Environment { get; set; } = [];

    public List<string> Ports { get; set; } = [];

    public List<string> Volumes { get; set; } = [];

    public List<string> Profiles { get; set; } = [];

    public List<string> CapDrop { get; set; } = [];

    public List<string> SecurityOpt { get; set; } = [];

    public bool ReadOnly { get; set; }

    public ComposeHealthCheck? Healthcheck { get; set; }
}

/// <summary>The command of a health check, after <c>CMD</c>.</summary>
public sealed class ComposeHealthCheck
{
    public List<string> Test { get; set; } = [];

    public string Program => Test[1];

    public IReadOnlyList<string> Arguments => Test[2..];
}
