using System.ComponentModel.DataAnnotations;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace DroneDelivery.ServiceDefaults.Redis;

/// <summary>
/// The address of Redis, for the features that use it, its user, and its timeout. Messages contain neither the password nor an
/// address that may contain one.
/// </summary>
public sealed class RedisOptions : IValidatableObject
{
    public const string Section = "Redis";
    public const string AddressKey = $"{Section}:{nameof(Address)}";

    private const string DefaultAddress = "127.0.0.1:6379";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new(
            "--redis",
            AddressKey,
            "Host and port of Redis, for the features that use it.",
            DefaultAddress),
        new("--redis-user", $"{Section}:{nameof(User)}", "User of Redis.", "that of Redis: default"),
        new(
            "--redis-password-file",
            $"{Section}:{nameof(PasswordFile)}",
            $"File with the password of Redis. Or set the environment variable {Section}__{nameof(Password)}.",
            "no password"),
        new("--redis-tls", $"{Section}:{nameof(Tls)}", "Whether Redis is reached over TLS: true or false.", "false"),
        new(
            "--redis-ca-file",
            $"{Section}:{nameof(CaFile)}",
            "File with the certificates (PEM) of the authorities that Redis' certificate may be from.",
            "those of the system"),
    ];

    public string Address { get; set; } = DefaultAddress;

    public string? User { get; set; }

    /// <summary>Set it in the environment or a settings file: other users of the machine can read command lines.</summary>
    public string? Password { get; set; }

    /// <summary>A file that has the password as its first line.</summary>
    public string? PasswordFile { get; set; }

    public bool Tls { get; set; }

    public string? CaFile { get; set; }

    /// <summary>The timeout of a response. If a response takes longer, Redis counts as lost.</summary>
    public TimeSpan AnswerTimeout { get; set; } = TimeSpan.FromMilliseconds(250);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidateServer(),
        .. ValidationRules.Range(
            $"{Section}:AnswerTimeout", AnswerTimeout, TimeSpan.FromMilliseconds(1), TimeSpan.FromSeconds(10)),
    ];

    private IEnumerable<ValidationResult> ValidateServer()
    {
        if (!IsHostAndPort(Address))
        {
            var shown = Address.AsSpan().ContainsAny('@', '=') ? "a text that may contain a password" : $"\"{Address}\"";
            yield return new ValidationResult($"--redis must be a host and a port like {DefaultAddress}, not {shown}.");
        }

        if (Password is not null && PasswordFile is not null)
        {
            yield return new ValidationResult($"{Section}:{nameof(Password)} and --redis-password-file exclude each other.");
        }

        if (CaFile is not null && !Tls)
        {
            yield return new ValidationResult("--redis-ca-file needs --redis-tls true.");
        }

        if (FindFailure(() => ReadPassword()) is { } unreadable)
        {
            yield return new ValidationResult($"--redis-password-file cannot be read: {unreadable}");
        }

        if (FindFailure(() => ReadAuthorities()) is { } invalid)
        {
            yield return new ValidationResult($"--redis-ca-file cannot be read: {invalid}");
        }
    }

    /// <summary>Sets the address, the user and TLS of a connection.</summary>
    internal void ApplyTo(ConfigurationOptions connection)
    {
        connection.EndPoints.Add(Address);
        (connection.User, connection.Password, connection.Ssl) = (User, ReadPassword(), Tls);
        if (ReadAuthorities() is { } authorities)
        {
            connection.SslClientAuthenticationOptions = host => new SslClientAuthenticationOptions
            {
                CertificateChainPolicy = authorities,
                TargetHost = host,
            };
        }
    }

    private string? ReadPassword() => PasswordFile is null ? Password : File.ReadLines(PasswordFile).FirstOrDefault();

    private X509ChainPolicy? ReadAuthorities()
    {
        if (CaFile is null)
        {
            return null;
        }

        // Private authorities seldom publish revocations.
        var policy = new X509ChainPolicy
        {
            RevocationMode = X509RevocationMode.NoCheck,
            TrustMode = X509ChainTrustMode.CustomRootTrust,
        };
        policy.CustomTrustStore.ImportFromPemFile(CaFile);
        return policy.CustomTrustStore.Count > 0 ? policy : throw new CryptographicException($"{CaFile} has no certificate.");
    }

    private static string? FindFailure(Action read)
    {
        try
        {
            read();
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException)
        {
            return exception.Message;
        }
    }

    private static bool IsHostAndPort(string text) =>
        text.LastIndexOf(':') is > 0 and var colon
        && Uri.CheckHostName(text[..colon]) != UriHostNameType.Unknown
        && ushort.TryParse(text.AsSpan(colon + 1), out var port) && port > IPEndPoint.MinPort;
}

[OptionsValidator]
internal sealed partial class RedisOptionsValidator : IValidateOptions<RedisOptions>;
