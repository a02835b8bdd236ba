using System.ComponentModel.DataAnnotations;
using System.Data.Common;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Which Cosmos DB account the service uses, and how long its SDK retries throttled calls.</summary>
public sealed class CosmosOptions : IValidatableObject
{
    public const string Section = "Cosmos";

    /// <summary>The flags for the account; a service that calls <c>AddCosmos</c> lists them among its own.</summary>
    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--cosmos", $"{Section}:{nameof(ConnectionString)}", "Connection string of Cosmos DB.", "the emulator on port 8081"),
        new("--cosmos-connections", $"{Section}:{nameof(MaxConnections)}", "Maximum number of connections to Cosmos DB.", "1000"),
        new("--cosmos-retries", $"{Section}:{nameof(ThrottleRetries)}", "Retries of a throttled call, 0 to 100.", "9"),
    ];

    /// <summary>The default is the emulator with the well-known key of Microsoft's emulators.</summary>
    public string ConnectionString { get; set; } =
        "AccountEndpoint=http://127.0.0.1:8081/;"
        + "AccountKey=C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    /// <summary>How often the SDK retries a throttled call before it fails; nine is the SDK's default.</summary>
    [Range(0, 100)]
    public int ThrottleRetries { get; set; } = 9;

    /// <summary>The maximum total time that the SDK waits for a throttled call.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:05:00")]
    public TimeSpan ThrottleWait { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the start waits for Cosmos DB before it fails.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:10:00")]
    public TimeSpan StartTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Maximum number of connections to the database. A fan-out over nine partitions uses nine; waiting for one looks like a slow
    /// partition.
    /// </summary>
    public int MaxConnections { get; set; } = 1000;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
        [.. ValidationRules.Range("--cosmos-connections", MaxConnections, 1, 10_000), .. ValidateConnectionString()];

    private IEnumerable<ValidationResult> ValidateConnectionString()
    {
        var parts = new DbConnectionStringBuilder();
        if (!TryParse(parts, ConnectionString))
        {
            yield return Invalid("is not a connection string");
            yield break;
        }

        if (!Uri.TryCreate(Part(parts, "AccountEndpoint"), UriKind.Absolute, out var endpoint) || !IsHttp(endpoint))
        {
            yield return Invalid("has no AccountEndpoint that is an http or https address");
        }

        var key = Part(parts, "AccountKey");
        if (key.Length == 0 || !Convert.TryFromBase64String(key, new byte[key.Length], out _))
        {
            yield return Invalid("has no AccountKey in base64");
        }
    }

    private static bool IsHttp(Uri address) => address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps;

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

    private static ValidationResult Invalid(string error) =>
        new($"The value of --cosmos {error}; expected AccountEndpoint=http://127.0.0.1:8081/;AccountKey=<base64>.");
}

[OptionsValidator]
internal sealed partial class CosmosOptionsValidator : IValidateOptions<CosmosOptions>;
