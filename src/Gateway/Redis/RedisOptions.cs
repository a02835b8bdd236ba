using System.ComponentModel.DataAnnotations;
using System.Net;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Redis;

/// <summary>The address of Redis, for the features that use it, and its timeout.</summary>
internal sealed class RedisOptions : IValidatableObject
{
    public const string Section = "Redis";
    public const string AddressKey = $"{Section}:{nameof(Address)}";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--redis",
            AddressKey,
            "Host and port of Redis, for what is kept there. Caches that are given one hear of each other's changes.",
            "127.0.0.1:6379"),
    ];

    public string Address { get; set; } = "127.0.0.1:6379";

    /// <summary>The timeout of a response. If a response takes longer, Redis counts as lost.</summary>
    public TimeSpan AnswerTimeout { get; set; } = TimeSpan.FromMilliseconds(250);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (!IsHostAndPort(Address))
        {
            yield return new ValidationResult($"--redis must be a host and a port like 127.0.0.1:6379, not \"{Address}\".");
        }

        if (AnswerTimeout < TimeSpan.FromMilliseconds(1) || AnswerTimeout > TimeSpan.FromSeconds(10))
        {
            yield return new ValidationResult($"{Section}:AnswerTimeout must be from 1 ms to 10 s, not {AnswerTimeout}.");
        }
    }

    private static bool IsHostAndPort(string text) =>
        text.LastIndexOf(':') is > 0 and var colon
        && Uri.CheckHostName(text[..colon]) != UriHostNameType.Unknown
        && ushort.TryParse(text.AsSpan(colon + 1), out var port) && port > IPEndPoint.MinPort;
}

[OptionsValidator]
internal sealed partial class RedisOptionsValidator : IValidateOptions<RedisOptions>;
