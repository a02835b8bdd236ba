using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Package.Items;

/// <summary>A code for an item's label that takes some milliseconds of CPU to compute, and as many to forge.</summary>
/// <param name="ItemId">What is sealed.</param>
/// <param name="Code">In hexadecimal digits; always the same for one id.</param>
internal sealed record ItemSeal(string ItemId, string Code)
{
    private const int Iterations = 10_000;
    private const int Bytes = 32;

    private static readonly byte[] Salt = Encoding.UTF8.GetBytes("drone-delivery item seal");

    public static ItemSeal Of(string itemId) => new(
        itemId, Convert.ToHexStringLower(Rfc2898DeriveBytes.Pbkdf2(itemId, Salt, Iterations, HashAlgorithmName.SHA256, Bytes)));
}
