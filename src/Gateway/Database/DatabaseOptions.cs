using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Database;

/// <summary>The file for data that outlives the gateway process. Several gateways on one machine may share the file.</summary>
internal sealed class DatabaseOptions
{
    public const string Section = "Database";
    public const string DefaultFile = "gateway.db";
    public const string FileKey = $"{Section}:{nameof(File)}";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--database", FileKey, "File of the database (SQLite) that keys and usage share.", DefaultFile),
    ];

    /// <summary>The path of the file; a relative path is relative to the content root.</summary>
    [Required]
    public string File { get; set; } = DefaultFile;
}

[OptionsValidator]
internal sealed partial class DatabaseOptionsValidator : IValidateOptions<DatabaseOptions>;
