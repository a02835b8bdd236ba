using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A self-signed certificate, valid for a day, with a P-256 key.</summary>
internal static class TlsFiles
{
    /// <returns>The paths of the certificate and of its key, in PEM.</returns>
    public static (string Certificate, string Key) Write(string folder, TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = time.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
        var paths = (Path.Combine(folder, "tls.crt"), Path.Combine(folder, "tls.key"));
        File.WriteAllText(paths.Item1, certificate.ExportCertificatePem());
        File.WriteAllText(paths.Item2, key.ExportPkcs8PrivateKeyPem());
        return paths;
    }
}
