using System.ComponentModel.DataAnnotations;
using System.Data.Common;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Which Cosmos DB account the service uses, and how long its SDK retries throttled calls.</summary>
public sealed class CosmosOptions : IValidatableObject
{
    public const string Section = "Cosmos";
    public const string Gateway = "gateway";
    public const string Direct = "direct";

    private const string ConnectionStringForm = "AccountEndpoint=http://127.0.0.1:8081/;AccountKey=<base64>";
    private const string EndpointForm = "https://NAME.documents.azure.com:443/";

    /// <summary>The flags for the account; a service that calls <c>AddCosmos</c> lists them among its own.</summary>
    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--cosmos",
            $"{Section}:{nameof(ConnectionString)}",
            "Connection string of Cosmos DB; with an identity its endpoint.",
            "the emulator on port 8081"),
        new("--cosmos-identity", $"{Section}:{nameof(Identity)}", "true: a Microsoft Entra identity in place of a key.", "false"),
        new("--cosmos-mode", $"{Section}:{nameof(Mode)}", "gateway, or direct on Azure.", Gateway),
        new("--cosmos-connections", $"{Section}:{nameof(MaxConnections)}", "Maximum number of connections to Cosmos DB.", "1000"),
        new("--cosmos-retries", $"{Section}:{nameof(ThrottleRetries)}", "Retries of a throttled call, 0 to 100.", "9"),
    ];

    /// <summary>
    /// The default is the emulator with the well-known key of Microsoft's emulators. With <see cref="Identity"/> it is the
    /// account's endpoint.
    /// </summary>
    public string ConnectionString { get; set; } =
        "AccountEndpoint=http://127.0.0.1:8081/;"
        + "AccountKey=C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    /// <summary>
    /// Whether the service has an identity in Microsoft Entra ID and uses no key. Such an identity reads and writes data; it
    /// creates nothing, and neither reads nor changes throughput.
    /// </summary>
    public bool Identity { get; set; }

    /// <summary><see cref="Gateway"/>: HTTP. <see cref="Direct"/>: TCP to the replicas of each partition.</summary>
    public string Mode { get; set; } = Gateway;

    /// <summary>How often the SDK retries a throttled call before it fails; nine is the SDK's default.</summary>
    [Range(0, 100)]
    public int ThrottleRetries { get; set; } = 9;

    /// <summary>The maximum total time that the SDK waits for a throttled call.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:05:00")]
    public TimeSpan ThrottleWait { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the start waits for Cosmos DB before it fails.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:10:00")]
    public TimeSpan StartTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a service with an identity looks for containers that were missing.</summary>
    [Range(typeof(TimeSpan), "00:00:01", "01:00:00")]
    public TimeSpan CheckEvery { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Maximum number of connections to the database. A fan-out over nine partitions uses nine; waiting for one looks like a slow
    /// partition.
    /// </summary>
    public int MaxConnections { get; set; } = 1000;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Range("--cosmos-connections", MaxConnections, 1, 10_000),
        .. ValidationRules.OneOf("--cosmos-mode", Mode, Gateway, Direct),
        .. Identity ? ValidateEndpoint() : ValidateConnectionString(),
    ];

    private IEnumerable<ValidationResult> ValidateEndpoint()
    {
        if (ParseEndpoint(ConnectionString) is not { } endpoint)
        {
            yield return new(
                $"With --cosmos-identity true the value of --cosmos is the account's endpoint, such as {EndpointForm}, and no key.");
            yield break;
        }

        // A token is as good as a key until it expires.
        if (endpoint.Scheme != Uri.UriSchemeHttps && !endpoint.IsLoopback)
        {
            yield return new($"With --cosmos-identity true the endpoint of --cosmos must be https, not {endpoint}.");
        }

        foreach (var fault in ValidateMode(endpoint))
        {
            yield return fault;
        }
    }

    private IEnumerable<ValidationResult> ValidateConnectionString()
    {
        var parts = new DbConnectionStringBuilder();
        if (!TryParse(parts, ConnectionString))
        {
            yield return Invalid("is not a connection string");
            yield break;
        }

        if (ParseEndpoint(Part(parts, "AccountEndpoint")) is not { } endpoint)
        {
            yield return Invalid("has no AccountEndpoint that is an http or https address");
        }
        else
        {
            foreach (var fault in ValidateMode(endpoint))
            {
                yield return fault;
            }
        }

        var key = Part(parts, "AccountKey");
        if (key.Length == 0 || !Convert.TryFromBase64String(key, new byte[key.Length], out _))
        {
            yield return Invalid("has no AccountKey in base64");
        }
    }

    // Azure has no plain http.
    private ValidationResult[] ValidateMode(Uri endpoint) => Mode == Direct && endpoint.Scheme == Uri.UriSchemeHttp
        ? [new($"--cosmos-mode direct needs an account on Azure: the emulator at {endpoint} has Gateway mode only.")]
        : [];

    private static Uri? ParseEndpoint(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var endpoint)
        && (endpoint.Scheme == Uri.UriSchemeHttp || endpoint.Scheme == Uri.UriSchemeHttps)
            ? endpoint
            : null;

    private static string Part(DbConnectionStringBuilder parts, string name) =>
        parts.TryGetValue(name, out var value) ? $"{value}" : "";

    private static bool TryParse(DbConnectionStringBuilder parts, string text)
    {
        try
        {
            parts.ConnectionString = text;
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static ValidationResult Invalid(string error) => new(
        $"The value of --cosmos {error}; expected {ConnectionStringForm}, or an endpoint with --cosmos-identity true.");
}

[OptionsValidator]
internal sealed partial class CosmosOptionsValidator : IValidateOptions<CosmosOptions>;
