using System.ComponentModel.DataAnnotations;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.TestSupport;
using StackExchange.Redis;

namespace DroneDelivery.ServiceDefaults.Tests.Redis;

/// <summary>Redis with a user, a password and TLS. No message contains the password.</summary>
public sealed class RedisAccessTests : IDisposable
{
    private const string Secret = "correct-horse";

    // Keys, and scripts to change them; neither administration nor what the client asks the server about itself.
    private static readonly string[] UserOnly =
    [
        "--user", "gateway", "on", $">{Secret}", "~*", "+@read", "+@write", "+@scripting", "+@connection",
        "--user", "default", "off",
    ];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("redis-");

    [Theory(Timeout = 300_000)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task User_WithItsPassword_IsServed(bool isInFile)
    {
        await using var server = await RedisServer.StartAsync(UserOnly);
        var options = new RedisOptions
        {
            Address = server.Address,
            AnswerTimeout = TimeSpan.FromSeconds(10),
            Password = isInFile ? null : Secret,
            PasswordFile = isInFile ? Write("password", $"{Secret}\n") : null,
            User = "gateway",
        };
        await using var redis = new TestRedis(options);

        Assert.Empty(options.Validate(new(options)));
        Assert.Equal("OK", await SetAsync(redis));
        Assert.Empty(redis.Warnings.Lines);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("gateway", "wrong-secret")]
    [InlineData(null, Secret)]
    [InlineData("gateway", null)]
    public async Task User_WithAnotherPassword_IsLostAndNoMessageContainsIt(string? user, string? password)
    {
        await using var server = await RedisServer.StartAsync(UserOnly);
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address, User = user, Password = password });

        var exception = await Assert.ThrowsAsync<RedisLostException>(() => SetAsync(redis));

        var messages = string.Concat(redis.Warnings.Lines.Append($"{exception}"));
        Assert.DoesNotContain("secret", messages);
        Assert.DoesNotContain(Secret, messages);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("the authority", true)]
    [InlineData("another authority", false)]
    [InlineData("another host", false)]
    [InlineData("no authority", false)]
    public async Task Tls_CertificateOf_IsTrustedOrNot(string certificate, bool isServed)
    {
        using var authority = CreateAuthority();
        using var other = CreateAuthority();
        await using var server = await StartWithTlsAsync(authority, certificate == "another host" ? "127.0.0.2" : "127.0.0.1");
        var trusted = Write("ca.crt", (certificate == "another authority" ? other : authority).ExportCertificatePem());
        var options = new RedisOptions
        {
            Address = server.Address,
            CaFile = certificate == "no authority" ? null : trusted,
            Tls = true,
        };
        await using var redis = new TestRedis(options);

        Assert.Empty(options.Validate(new(options)));
        if (isServed)
        {
            Assert.Equal("OK", await redis.UntilAnsweredAsync(() => SetAsync(redis)));
        }
        else
        {
            await Assert.ThrowsAsync<RedisLostException>(() => SetAsync(redis));
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Tls_NotUsed_IsNotServed()
    {
        using var authority = CreateAuthority();
        await using var server = await StartWithTlsAsync(authority, "127.0.0.1");
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });

        await Assert.ThrowsAsync<RedisLostException>(() => SetAsync(redis));
    }

    [Fact]
    public void Options_Wrong_AreNamedWithoutThePassword()
    {
        var options = new RedisOptions
        {
            Address = $"redis://user:{Secret}@127.0.0.1:6379",
            CaFile = Write("ca.crt", "nothing"),
            Password = Secret,
            PasswordFile = Path.Combine(_folder.FullName, "missing"),
        };

        var messages = options.Validate(new ValidationContext(options)).Select(result => result.ErrorMessage!).ToArray();

        Assert.Equal(
            [
                "--redis must be a host and a port like 127.0.0.1:6379, not a text that may contain a password.",
                "Redis:Password and --redis-password-file exclude each other.",
                "--redis-ca-file needs --redis-tls true.",
                $"--redis-password-file cannot be read: Could not find file '{options.PasswordFile}'.",
                $"--redis-ca-file cannot be read: {options.CaFile} has no certificate.",
            ],
            messages);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static Task<string?> SetAsync(TestRedis redis) => redis.Connection.AskAsync(
        async database => (string?)await database.ScriptEvaluateAsync(
            "return redis.call('SET', KEYS[1], ARGV[1]).ok", [(RedisKey)"key"], [(RedisValue)1]),
        TestContext.Current.CancellationToken);

    private static X509Certificate2 CreateAuthority()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=authority", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false));
        return request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(100));
    }

    private Task<RedisServer> StartWithTlsAsync(X509Certificate2 authority, string host)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=redis", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(host));
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.Create(authority, authority.NotBefore, authority.NotAfter, [1]);
        return RedisServer.StartAsync(
            "--port", "0", "--tls-port", "{port}", "--tls-auth-clients", "no",
            "--tls-cert-file", Write("redis.crt", certificate.ExportCertificatePem()),
            "--tls-key-file", Write("redis.key", key.ExportPkcs8PrivateKeyPem()),
            "--tls-ca-cert-file", Write("server-ca.crt", authority.ExportCertificatePem()));
    }

    private string Write(string name, string text)
    {
        var file = Path.Combine(_folder.FullName, name);
        File.WriteAllText(file, text);
        return file;
    }
}
