// SPDX-License-Identifier: Apache-2.0

#include "pass/image_buffer.h"

#include <gtest/gtest.h>

#include <string>

#include "base/units.h"

namespace sstr {
namespace {

TEST(ImageBufferTest, HoldsWhatWasAppendedUntilCleared) {
  auto buffer = ImageBuffer::Reserve(kMiB);
  ASSERT_TRUE(buffer.ok());
  ASSERT_TRUE(buffer->Append("abc", 3));
  ASSERT_TRUE(buffer->Append("de", 2));
  const auto image = buffer->image();
  EXPECT_EQ(std::string(image.begin(), image.end()), "abcde");
  buffer->Clear();
  EXPECT_TRUE(buffer->image().empty());
}

TEST(ImageBufferTest, RefusesMoreThanItsCapacityAndKeepsTheRest) {
  auto buffer = ImageBuffer::Reserve(4096);
  ASSERT_TRUE(buffer.ok());
  const std::string page(4096, 'x');
  ASSERT_TRUE(buffer->Append(page.data(), page.size()));
  EXPECT_FALSE(buffer->Append("y", 1));
  EXPECT_EQ(buffer->image().size(), 4096u);
}

TEST(ImageBufferTest, KnowsWhenAnImageOutgrewTheTouchedPages) {
  auto buffer = ImageBuffer::Reserve(kMiB);
  ASSERT_TRUE(buffer.ok());
  buffer->Touch(4096);
  const std::string page(4096, 'x');
  ASSERT_TRUE(buffer->Append(page.data(), page.size()));
  EXPECT_FALSE(buffer->OutgrewTouched());
  ASSERT_TRUE(buffer->Append("y", 1));
  EXPECT_TRUE(buffer->OutgrewTouched());
  buffer->Touch(8192);
  EXPECT_FALSE(buffer->OutgrewTouched());
}

}  // namespace
}  // namespace sstr
