using System.Text.RegularExpressions;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>The recorded series and the alerts of <c>deploy/compose/prometheus/rules.yml</c>.</summary>
internal sealed partial class PrometheusRules
{
    public List<RuleGroup> Groups { get; set; } = [];

    public IEnumerable<Rule> Alerts => Groups.SelectMany(group => group.Rules).Where(rule => rule.Alert is not null);

    public IEnumerable<Rule> Records => Groups.SelectMany(group => group.Rules).Where(rule => rule.Record is not null);

    public static PrometheusRules Read() => new DeserializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build()
        .Deserialize<PrometheusRules>(File.ReadAllText(Path.Combine(ComposeFile.Folder, "prometheus", "rules.yml")));

    public sealed class RuleGroup
    {
        public List<Rule> Rules { get; set; } = [];
    }

    public sealed partial class Rule
    {
        public string? Alert { get; set; }

        public string? Record { get; set; }

        public string Expr { get; set; } = "";

        /// <summary>The query of an alert without its limit: it returns series while nothing is wrong too.</summary>
        public string Compared
        {
            get
            {
                var match = Comparison().Match(Expr);
                Assert.True(match.Success, $"{Alert} does not end with a comparison: {Expr}");
                return match.Groups["left"].Value;
            }
        }

        [GeneratedRegex(@"^(?<left>.+) [<>] [\d.]+$")]
        private static partial Regex Comparison();
    }
}
