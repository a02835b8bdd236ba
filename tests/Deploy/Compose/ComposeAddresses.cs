using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>
/// What a test replaces in the configuration of a container. Each host has a loopback address of its own, so that every port
/// stays what it is in the file.
/// </summary>
internal sealed partial class ComposeAddresses
{
    public const string CosmosKey = "YSBrZXkgZm9yIHRlc3RzIG9ubHk=";

    private static readonly string[] Hosts =
        ["cosmos", "delivery", "package", "drone-scheduler", "gateway", "prometheus", "otel-collector"];

    private readonly Dictionary<string, string> _addresses = [];
    private readonly string _folder;
    private readonly string _collector;

    /// <param name="folder">Replaces the folders of volumes.</param>
    /// <param name="collector">The authority that replaces that of the Collector.</param>
    public ComposeAddresses(string folder, string collector)
    {
        (_folder, _collector) = (folder, collector);
        var (second, third) = (RandomNumberGenerator.GetInt32(1, 255), RandomNumberGenerator.GetInt32(1, 255));
        for (var host = 0; host < Hosts.Length; host++)
        {
            _addresses[Hosts[host]] = $"127.{second}.{third}.{host + 1}";
        }
    }

    private ComposeAddresses(ComposeAddresses others, string host)
        : this(others._folder, others._collector)
    {
        var own = _addresses[host];
        _addresses = new(others._addresses) { [host] = own };
    }

    public string AddressOf(string host) => _addresses[host];

    /// <summary>The same table with a new address for one host: it can run a second time.</summary>
    public ComposeAddresses WithNewAddress(string host) => new(this, host);

    /// <param name="host">The host on which the text is read: there 0.0.0.0 and 127.0.0.1 are its own address.</param>
    /// <param name="text">A flag, the value of a variable, a URL or a file.</param>
    public string Replace(string host, string text) => Volume().Replace(
        HostAndPort().Replace(OwnAddress().Replace(text, _addresses[host]), AddressAndPort), $"{_folder}/$1");

    private string AddressAndPort(Match match)
    {
        var (host, port) = (match.Groups["host"].Value, match.Groups["port"].Value);
        return host == "otel-collector" && port == "4318" ? _collector
            : _addresses.TryGetValue(host, out var address) ? $"{address}:{port}"
            : match.Value;
    }

    [GeneratedRegex(@"\b(0\.0\.0\.0|127\.0\.0\.1)\b")]
    private static partial Regex OwnAddress();

    [GeneratedRegex(@"(?<![\w.-])(?<host>[a-z][a-z-]*):(?<port>\d+)")]
    private static partial Regex HostAndPort();

    // The paths of volumes at the start of a value: "/data/..." and "--flag=/prometheus".
    [GeneratedRegex("(?<=^|=)/(data|prometheus|etc/prometheus)(?=/|$)")]
    private static partial Regex Volume();
}
